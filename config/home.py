"""What does a visitor see first?"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from config.navigation import address


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    context = {"new_deck": address("deck-new"), "new_campaign": address("campaign-new")}
    return render(request, "home/home.html", context)
