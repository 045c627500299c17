"""Models of products (cycles, packs, encounter sets) and of the catalogue's version."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class CatalogueVersion(models.Model):
    """The single row with the version of the loaded catalogue and the number of changes of the cards.

    Processes compare `number` with that of the catalogue they hold in memory, and `guides` with that of the
    imported campaigns.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    shipped = models.CharField(_("shipped content"), max_length=64, blank=True, default="")
    number = models.PositiveIntegerField(_("number of changes"), default=0)
    changed = models.DateTimeField(_("changed"), default=timezone.now)
    guides = models.PositiveIntegerField(_("number of changes of imported campaigns"), default=0)
    guides_changed = models.DateTimeField(_("imported campaigns changed"), default=timezone.now)

    class Meta:
        verbose_name = _("version of the catalogue")
        verbose_name_plural = _("version of the catalogue")
        constraints = [models.CheckConstraint(condition=Q(id=1), name="catalogue_version_is_one_row")]

    def __str__(self) -> str:
        return f"{self.number} ({self.shipped[:8]})"


class Product(models.Model):
    """Fields that cycles, packs and encounter sets have in common."""

    code = models.CharField(_("code"), primary_key=True, max_length=80)
    title = models.CharField(_("title"), max_length=200)
    title_de = models.CharField(_("German title"), max_length=200, blank=True, default="")
    imported = models.BooleanField(
        _("imported"), default=False, help_text=_("Not part of the shipped catalogue.")
    )

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.title


class Cycle(Product):
    position = models.PositiveSmallIntegerField(_("position"), default=0)

    class Meta:
        verbose_name = _("cycle")
        verbose_name_plural = _("cycles")
        ordering = ["position", "code"]


class Pack(Product):
    """A product: a box, an expansion, an investigator deck."""

    class Reprints(models.TextChoices):
        NOTHING = "", _("nothing")
        PLAYER = "player", _("player cards")
        CAMPAIGN = "campaign", _("campaign cards")

    cycle = models.ForeignKey(Cycle, verbose_name=_("cycle"), on_delete=models.PROTECT, related_name="packs")
    chapter = models.PositiveSmallIntegerField(_("chapter"), default=1)
    position = models.PositiveSmallIntegerField(_("position"), default=0)
    released = models.DateField(_("released"), null=True, blank=True)
    replaced = models.BooleanField(_("replaced by newer boxes"), default=False)
    reprints = models.ManyToManyField(
        "self", verbose_name=_("reprints"), symmetrical=False, blank=True, related_name="reprinted_in"
    )
    reprint_type = models.CharField(
        _("reprints their"), max_length=8, choices=Reprints, blank=True, default=""
    )

    class Meta:
        verbose_name = _("pack")
        verbose_name_plural = _("packs")
        ordering = ["cycle__position", "reprint_type", "position", "code"]
        constraints = [
            models.CheckConstraint(condition=Q(chapter__gte=1), name="pack_chapter_starts_at_one"),
            models.CheckConstraint(
                condition=Q(reprint_type__in=["", "player", "campaign"]), name="pack_reprint_type_is_known"
            ),
        ]


class EncounterSet(Product):
    packs = models.ManyToManyField(Pack, verbose_name=_("packs"), blank=True, related_name="encounter_sets")

    class Meta:
        verbose_name = _("encounter set")
        verbose_name_plural = _("encounter sets")
        ordering = ["title", "code"]
