"""The offer to import card texts, for those who run the site."""

from __future__ import annotations

import ipaddress

from django.conf import settings
from django.http import HttpRequest

from accounts.models import User
from cards import adapters
from cards.models import CardText
from rules.cards.catalogue import Catalogue, once_per_catalogue

#: Set in the session of a visitor who does not want to see the offer again.
DECLINED = "texts_offer_declined"
#: Headers of a proxy: its visitors are not on this machine, although it may be.
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP", "HTTP_FORWARDED", "HTTP_VIA")


def is_offered(request: HttpRequest) -> bool:
    """Return whether the first page offers an import: this visitor may do it, and there are no texts."""
    return not has_texts(adapters.catalogue()) and not request.session.get(DECLINED) and may_import(request)


@once_per_catalogue
def has_texts(catalogue: Catalogue) -> bool:
    """Return whether texts were imported. An import makes a new catalogue, so this is looked up once."""
    return CardText.objects.exists()


def may_import(request: HttpRequest) -> bool:
    """Return whether this visitor runs the site.

    On a site that was never set up for others, that is every user of the machine itself, as long as
    there is no account for the administration.
    """
    user = request.user
    if isinstance(user, User) and user.has_perm("cards.add_card"):
        return True
    return not settings.PRODUCTION and _is_here(request) and not User.objects.filter(is_staff=True).exists()


def _is_here(request: HttpRequest) -> bool:
    """Return whether the visitor is on this machine and called it by a name that it has for itself."""
    if any(request.META.get(header) for header in FORWARDED):
        return False
    host = request.get_host().rpartition(":")[0] or request.get_host()
    return _is_loopback(request.META.get("REMOTE_ADDR", "")) and (
        host == "localhost" or host.endswith(".localhost") or _is_loopback(host.strip("[]"))
    )


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
