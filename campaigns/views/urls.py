"""URLs of the campaigns pages."""

from django.urls import URLPattern, URLResolver, path

from campaigns.views import (
    after,
    bag,
    brought_decks,
    changes,
    chronicle,
    creation,
    joining,
    ledger,
    log,
    management,
    page,
    scenarios,
    seats,
)

AT = "campaigns/<uuid:public_id>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("campaigns/", creation.campaign_list, name="campaign-list"),
    path("campaigns/new/", creation.campaign_new, name="campaign-new"),
    path("campaigns/new/<slug:facts_id>/", creation.campaign_new_for, name="campaign-new-for"),
    path("campaigns/example/", creation.campaign_example, name="campaign-example"),
    path("campaigns/import/", creation.campaign_import, name="campaign-import"),
    path("campaigns/join/<str:token>/", joining.campaign_join, name="campaign-join"),
    path(
        "campaigns/join/<str:token>/chronicle/",
        chronicle.campaign_chronicle_shared,
        name="campaign-chronicle-shared",
    ),
    path(f"{AT}/", page.campaign_detail, name="campaign-detail"),
    path(f"{AT}/undelete/", creation.campaign_undelete, name="campaign-undelete"),
    path(f"{AT}/pulse/", page.campaign_pulse, name="campaign-pulse"),
    path(f"{AT}/steps/", page.campaign_steps, name="campaign-steps"),
    path(f"{AT}/ledger/", ledger.campaign_ledger, name="campaign-ledger"),
    path(f"{AT}/ledger.csv", ledger.campaign_ledger_csv, name="campaign-ledger-csv"),
    path(f"{AT}/chronicle/", chronicle.campaign_chronicle, name="campaign-chronicle"),
    path(f"{AT}/undo/", page.campaign_undo, name="campaign-undo"),
    path(f"{AT}/redo/", page.campaign_redo, name="campaign-redo"),
    path(f"{AT}/branch/", page.campaign_branch, name="campaign-branch"),
    path(f"{AT}/resume/", brought_decks.campaign_resume, name="campaign-resume"),
    path(f"{AT}/seats/decks/", brought_decks.seat_decks, name="campaign-seat-decks"),
    path(f"{AT}/seats/new/", seats.seat_new, name="campaign-seat-new"),
    path(f"{AT}/seats/<slug:seat>/", seats.seat_detail, name="campaign-seat"),
    path(f"{AT}/seats/<slug:seat>/shop/", after.seat_purchases, name="campaign-purchases"),
    path(f"{AT}/next/", scenarios.campaign_next, name="campaign-next"),
    path(f"{AT}/after/", after.campaign_after, name="campaign-after"),
    path(f"{AT}/after/keep/", after.after_save, name="campaign-after-save"),
    path(f"{AT}/log/", log.campaign_log, name="campaign-log"),
    path(f"{AT}/sheet/", log.campaign_log_print, name="campaign-log-print"),
    path(f"{AT}/bag/", bag.campaign_bag, name="campaign-bag"),
    path(f"{AT}/change/", changes.campaign_change, name="campaign-change"),
    path(f"{AT}/correct/", changes.campaign_correct, name="campaign-correct"),
    path(f"{AT}/ultimatums/", changes.campaign_ultimatums, name="campaign-ultimatums"),
    path(f"{AT}/end/", changes.campaign_end, name="campaign-end"),
    path(f"{AT}/transfer/", management.campaign_transfer, name="campaign-transfer"),
    path(f"{AT}/party-cards/", management.campaign_party_cards, name="campaign-party-cards"),
    path(f"{AT}/settings/", management.campaign_settings, name="campaign-settings"),
    path(f"{AT}/export/", management.campaign_export, name="campaign-export"),
]
