"""Models of cards, printings, texts and investigators. The columns are keys of docs/catalogue.md."""

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from cards.models.products import EncounterSet, Pack

CODE_LENGTH = 20


class Card(models.Model):
    """The facts of a card, independent of its boxes. Its code is that of the first printing."""

    class Type(models.TextChoices):
        INVESTIGATOR = "investigator", _("Investigator")
        ASSET = "asset", _("Asset")
        EVENT = "event", _("Event")
        SKILL = "skill", _("Skill")
        TREACHERY = "treachery", _("Treachery")
        ENEMY = "enemy", _("Enemy")
        STORY = "story", _("Story")
        KEY = "key", _("Key")
        LOCATION = "location", _("Location")

    class Weakness(models.TextChoices):
        NO = "", _("no")
        BASIC = "basic", _("basic")
        OTHER = "other", _("other")

    class LimitScope(models.TextChoices):
        NONE = "", _("none is printed")
        TITLE = "title", _("title")
        SUBTITLE = "subtitle", _("subtitle")
        TRAIT = "trait", _("trait")

    code = models.CharField(_("code"), primary_key=True, max_length=CODE_LENGTH)
    title = models.CharField(_("title"), max_length=200)
    title_de = models.CharField(_("German title"), max_length=200, blank=True, default="")
    subtitle = models.CharField(_("subtitle"), max_length=200, blank=True, default="")
    subtitle_de = models.CharField(_("German subtitle"), max_length=200, blank=True, default="")
    type = models.CharField(_("type"), max_length=12, choices=Type)
    classes = models.JSONField(_("classes"), default=list, blank=True)
    weakness = models.CharField(_("weakness"), max_length=5, choices=Weakness, blank=True, default="")
    level = models.PositiveSmallIntegerField(_("level"), null=True, blank=True)
    cost = models.PositiveSmallIntegerField(_("cost"), null=True, blank=True)
    cost_is_x = models.BooleanField(_("costs X"), default=False)
    traits = models.JSONField(_("traits"), default=list, blank=True)
    slots = models.JSONField(_("slots"), default=dict, blank=True)
    icons = models.JSONField(_("skill icons"), default=dict, blank=True)
    health = models.PositiveSmallIntegerField(_("health"), null=True, blank=True)
    sanity = models.PositiveSmallIntegerField(_("sanity"), null=True, blank=True)
    victory = models.SmallIntegerField(_("victory"), null=True, blank=True)
    unique = models.BooleanField(_("unique"), default=False)
    hidden = models.BooleanField(_("hidden"), default=False, help_text=_("Left out of lists."))
    keywords = models.JSONField(_("keywords"), default=list, blank=True)
    uses = models.CharField(_("uses"), max_length=40, blank=True, default="")
    tags = models.JSONField(_("tags"), default=list, blank=True)
    limit = models.PositiveSmallIntegerField(_("limit"), default=0)
    title_limit = models.PositiveSmallIntegerField(_("limit by title"), null=True, blank=True)
    limit_scope = models.CharField(_("limit by"), max_length=8, choices=LimitScope, blank=True, default="")
    only = models.JSONField(_("only for"), default=dict, blank=True)
    encounter_set = models.ForeignKey(
        EncounterSet,
        verbose_name=_("encounter set"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="cards",
    )
    bonded = models.JSONField(_("bonded"), default=dict, blank=True)
    customizations = models.JSONField(_("customizations"), default=list, blank=True)
    research = models.JSONField(_("research"), default=dict, blank=True)
    parallel_of = models.ForeignKey(
        "self",
        verbose_name=_("parallel of"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="parallels",
    )
    same_as = models.ForeignKey(
        "self",
        verbose_name=_("same as"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="twins",
    )
    back = models.CharField(
        _("back"),
        max_length=CODE_LENGTH,
        blank=True,
        default="",
        help_text=_("The code of the other face, which may be an encounter card."),
    )
    effects = models.JSONField(_("effects"), default=list, blank=True)
    imported = models.BooleanField(
        _("imported"), default=False, help_text=_("Not part of the shipped catalogue.")
    )

    class Meta:
        verbose_name = _("card")
        verbose_name_plural = _("cards")
        ordering = ["code"]
        indexes = [models.Index(fields=["title"], name="card_by_title")]
        constraints = [
            models.CheckConstraint(
                condition=Q(level__isnull=True) | Q(level__lte=5), name="card_level_is_at_most_five"
            ),
            models.CheckConstraint(
                condition=Q(cost_is_x=False) | Q(cost__isnull=True), name="card_costs_x_or_a_number"
            ),
            models.CheckConstraint(
                condition=Q(weakness__in=["", "basic", "other"]), name="card_weakness_is_known"
            ),
            models.CheckConstraint(
                condition=Q(weakness="") | Q(level__isnull=True), name="card_weaknesses_have_no_level"
            ),
            models.CheckConstraint(
                condition=Q(limit_scope__in=["", "title", "subtitle", "trait"]),
                name="card_limit_scope_is_known",
            ),
            models.CheckConstraint(
                condition=Q(
                    type__in=[
                        *("investigator", "asset", "event", "skill", "treachery", "enemy"),
                        *("story", "key", "location"),
                    ]
                ),
                name="card_type_is_known",
            ),
            models.CheckConstraint(
                condition=Q(title_limit__isnull=True) | Q(title_limit__gte=F("limit")),
                name="card_title_limit_exceeds_limit",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.level})" if self.level else self.title

    def get_absolute_url(self) -> str:
        return reverse("card-detail", args=[self.code])


class Printing(models.Model):
    """A card in a box."""

    code = models.CharField(_("code"), primary_key=True, max_length=CODE_LENGTH)
    card = models.ForeignKey(Card, verbose_name=_("card"), on_delete=models.CASCADE, related_name="printings")
    pack = models.ForeignKey(Pack, verbose_name=_("pack"), on_delete=models.PROTECT, related_name="printings")
    position = models.PositiveSmallIntegerField(_("position"), default=0)
    quantity = models.PositiveSmallIntegerField(_("quantity"), default=1)
    modified = models.BooleanField(_("modified"), default=False, help_text=_("Another version of the card."))
    reworded = models.BooleanField(_("reworded"), default=False)
    icons = models.JSONField(_("changed skill icons"), null=True, blank=True)
    imported = models.BooleanField(
        _("imported"), default=False, help_text=_("Not part of the shipped catalogue.")
    )

    class Meta:
        verbose_name = _("printing")
        verbose_name_plural = _("printings")
        ordering = ["code"]

    def __str__(self) -> str:
        return f"{self.card} · {self.pack}"


class CardText(models.Model):
    """The text of a printing in one language. It comes from imports only; no rule reads it."""

    printing = models.ForeignKey(
        Printing, verbose_name=_("printing"), on_delete=models.CASCADE, related_name="texts"
    )
    language = models.CharField(_("language"), max_length=10)
    title = models.CharField(_("title"), max_length=200, blank=True, default="")
    subtitle = models.CharField(_("subtitle"), max_length=200, blank=True, default="")
    traits = models.CharField(_("traits"), max_length=200, blank=True, default="")
    text = models.TextField(_("text"), blank=True, default="")
    back_title = models.CharField(_("title of the back"), max_length=200, blank=True, default="")
    back_text = models.TextField(_("text of the back"), blank=True, default="")
    sheet = models.TextField(_("upgrade sheet"), blank=True, default="")

    class Meta:
        verbose_name = _("text")
        verbose_name_plural = _("texts")
        ordering = ["printing", "language"]
        constraints = [
            models.UniqueConstraint(fields=["printing", "language"], name="text_is_one_for_each_language")
        ]

    def __str__(self) -> str:
        return f"{self.printing_id} ({self.language})"


class Investigator(models.Model):
    """The deckbuilding side of an investigator card."""

    card = models.OneToOneField(
        Card, verbose_name=_("card"), primary_key=True, on_delete=models.CASCADE, related_name="investigator"
    )
    size = models.PositiveSmallIntegerField(
        _("deck size"),
        null=True,
        blank=True,
        help_text=_("Empty where no deck is built for this investigator."),
    )
    required = models.JSONField(_("required cards"), default=list, blank=True)
    random_weaknesses = models.PositiveSmallIntegerField(_("random basic weaknesses"), default=0)
    willpower = models.PositiveSmallIntegerField(_("willpower"), null=True, blank=True)
    intellect = models.PositiveSmallIntegerField(_("intellect"), null=True, blank=True)
    combat = models.PositiveSmallIntegerField(_("combat"), null=True, blank=True)
    agility = models.PositiveSmallIntegerField(_("agility"), null=True, blank=True)
    side_size = models.PositiveSmallIntegerField(_("size of the side deck"), null=True, blank=True)
    side_required = models.JSONField(_("required cards of the side deck"), default=list, blank=True)

    class Meta:
        verbose_name = _("investigator")
        verbose_name_plural = _("investigators")
        ordering = ["card"]
        constraints = [
            models.CheckConstraint(
                condition=Q(size__isnull=True) | Q(size__gt=0), name="investigator_deck_has_size"
            )
        ]

    def __str__(self) -> str:
        return str(self.card)


class DeckOption(models.Model):
    """One of an investigator's deckbuilding options, which are tried in order."""

    investigator = models.ForeignKey(
        Investigator, verbose_name=_("investigator"), on_delete=models.CASCADE, related_name="options"
    )
    side_deck = models.BooleanField(_("of the side deck"), default=False)
    position = models.PositiveSmallIntegerField(_("position"))
    facts = models.JSONField(_("facts"))

    class Meta:
        verbose_name = _("deck option")
        verbose_name_plural = _("deck options")
        ordering = ["investigator", "side_deck", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["investigator", "side_deck", "position"], name="deck_option_has_its_place"
            )
        ]

    def __str__(self) -> str:
        return f"{self.investigator_id} #{self.position + 1}"


class EncounterCard(models.Model):
    """A scenario's card that can never be in a deck, with just enough facts to name it."""

    code = models.CharField(_("code"), primary_key=True, max_length=CODE_LENGTH)
    title = models.CharField(_("title"), max_length=200)
    title_de = models.CharField(_("German title"), max_length=200, blank=True, default="")
    type = models.CharField(_("type"), max_length=20)
    encounter_set = models.ForeignKey(
        EncounterSet,
        verbose_name=_("encounter set"),
        on_delete=models.PROTECT,
        related_name="encounter_cards",
    )
    pack = models.ForeignKey(
        Pack, verbose_name=_("pack"), on_delete=models.PROTECT, related_name="encounter_cards"
    )
    quantity = models.PositiveSmallIntegerField(_("quantity"), default=1)
    victory = models.SmallIntegerField(_("victory"), null=True, blank=True)
    imported = models.BooleanField(
        _("imported"), default=False, help_text=_("Not part of the shipped catalogue.")
    )

    class Meta:
        verbose_name = _("encounter card")
        verbose_name_plural = _("encounter cards")
        ordering = ["code"]

    def __str__(self) -> str:
        return self.title
