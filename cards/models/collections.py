"""Models of collections: owned packs, unlocked rewards, and shares with other players."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from cards.models.cards import Card
from cards.models.products import Pack

#: More boxes of one kind than any player has.
MOST_COPIES = 99


class Collection(models.Model):
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        on_delete=models.CASCADE,
        related_name="collections",
    )
    name = models.CharField(_("name"), max_length=100)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    changed = models.DateTimeField(_("changed"), auto_now=True)
    packs = models.ManyToManyField(
        Pack, verbose_name=_("packs"), through="OwnedPack", related_name="collections"
    )
    shared_with = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("shared with"),
        through="CollectionShare",
        related_name="shared_collections",
    )

    class Meta:
        verbose_name = _("collection")
        verbose_name_plural = _("collections")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "name"],
                name="collection_name_is_unique_to_owner",
                violation_error_message=_("You already have a collection with this name."),
            ),
            models.CheckConstraint(condition=~Q(name=""), name="collection_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class OwnedPack(models.Model):
    collection = models.ForeignKey(
        Collection, verbose_name=_("collection"), on_delete=models.CASCADE, related_name="owned"
    )
    pack = models.ForeignKey(Pack, verbose_name=_("pack"), on_delete=models.PROTECT, related_name="owned")
    count = models.PositiveSmallIntegerField(_("boxes"), default=1)

    class Meta:
        verbose_name = _("owned pack")
        verbose_name_plural = _("owned packs")
        ordering = ["pack"]
        constraints = [
            models.UniqueConstraint(fields=["collection", "pack"], name="owned_pack_is_counted_once"),
            models.CheckConstraint(
                condition=Q(count__gte=1, count__lte=MOST_COPIES), name="owned_pack_count_is_sane"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.count} × {self.pack}"


class UnlockedReward(models.Model):
    """A reward card that the owners of this collection have earned."""

    collection = models.ForeignKey(
        Collection, verbose_name=_("collection"), on_delete=models.CASCADE, related_name="rewards"
    )
    card = models.ForeignKey(Card, verbose_name=_("card"), on_delete=models.PROTECT, related_name="unlocked")
    unlocked = models.DateTimeField(_("unlocked"), auto_now_add=True)

    class Meta:
        verbose_name = _("unlocked reward")
        verbose_name_plural = _("unlocked rewards")
        ordering = ["card"]
        constraints = [models.UniqueConstraint(fields=["collection", "card"], name="reward_is_unlocked_once")]

    def __str__(self) -> str:
        return str(self.card)


class CollectionShare(models.Model):
    """A player who sees the collection, or an invitation to a name.

    There may be no player of that name. This is not revealed, so that invitations cannot be used to find out
    who plays here.
    """

    collection = models.ForeignKey(
        Collection, verbose_name=_("collection"), on_delete=models.CASCADE, related_name="shares"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("shared with"),
        on_delete=models.CASCADE,
        related_name="collection_shares",
        null=True,
        blank=True,
    )
    name = models.CharField(_("invited as"), max_length=150, blank=True, default="")
    may_edit = models.BooleanField(_("may edit"), default=False)
    accepted = models.BooleanField(
        _("accepted"), default=False, help_text=_("Until then it is an invitation, and shows nothing.")
    )

    class Meta:
        verbose_name = _("shared collection")
        verbose_name_plural = _("shared collections")
        ordering = ["collection", "user"]
        constraints = [
            models.UniqueConstraint(fields=["collection", "user"], name="collection_is_shared_once"),
            models.CheckConstraint(
                condition=Q(user__isnull=False) | Q(accepted=False),
                name="share_is_accepted_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.collection} · {self.label}"

    @property
    def label(self) -> str:
        """The name that the owner sees: until the invitation is accepted, the one that the owner wrote."""
        known = self.user.get_username() if self.user else ""
        return known if self.accepted else self.name or known
