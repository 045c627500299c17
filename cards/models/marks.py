"""Model of the cards that a user has marked: favourites, and tags of the user's own."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from cards.models.cards import CODE_LENGTH


class MarkedCard(models.Model):
    """A card by its code, with a user's marks. A row without any mark is deleted."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        on_delete=models.CASCADE,
        related_name="marked_cards",
    )
    card = models.CharField(_("card"), max_length=CODE_LENGTH)
    favourite = models.BooleanField(_("favourite"), default=False)
    tags = models.JSONField(_("tags"), default=list, blank=True)

    class Meta:
        verbose_name = _("marked card")
        verbose_name_plural = _("marked cards")
        ordering = ["card"]
        constraints = [models.UniqueConstraint(fields=["owner", "card"], name="card_is_marked_once")]

    def __str__(self) -> str:
        return self.card
