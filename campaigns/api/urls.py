"""URLs of campaigns below /api/v1/."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from campaigns.api import arkham_cards, files, ledger, members, play, seats, statistics, views

AT = "campaigns/<uuid:public_id>"
SEAT = f"{AT}/seats/<slug:seat>"

api: list[URLPattern | URLResolver] = [
    path("guides/", play.Guides.as_view(), name="api-guides"),
    path("campaign-files/", files.CampaignFileList.as_view(), name="api-campaign-files"),
    path("campaign-files/template/", files.CampaignFileTemplate.as_view(), name="api-campaign-file-template"),
    path("campaign-files/<uuid:file_id>/", files.CampaignFileDetail.as_view(), name="api-campaign-file"),
    path("campaigns/", views.CampaignList.as_view(), name="api-campaigns"),
    path("campaigns/statistics/", statistics.StatisticsView.as_view(), name="api-campaign-statistics"),
    path("campaigns/import/", views.Import.as_view(), name="api-campaign-import"),
    path(
        "campaigns/import/arkham-cards/", arkham_cards.ImportBackup.as_view(), name="api-import-arkham-cards"
    ),
    path("campaigns/join/", members.Join.as_view(), name="api-campaign-join"),
    path(f"{AT}/", views.CampaignDetail.as_view(), name="api-campaign"),
    path(f"{AT}/undelete/", views.Undelete.as_view(), name="api-campaign-undelete"),
    path(f"{AT}/steps/", views.StepList.as_view(), name="api-campaign-steps"),
    path(f"{AT}/undo/", views.Undo.as_view(), name="api-campaign-undo"),
    path(f"{AT}/redo/", views.Redo.as_view(), name="api-campaign-redo"),
    path(f"{AT}/branch/", views.Branch.as_view(), name="api-campaign-branch"),
    path(f"{AT}/transfer/", views.Transfer.as_view(), name="api-campaign-transfer"),
    path(f"{AT}/export/", views.Export.as_view(), name="api-campaign-export"),
    path(f"{AT}/description/", files.Description.as_view(), name="api-campaign-description"),
    path(f"{AT}/members/", members.Members.as_view(), name="api-campaign-members"),
    path(f"{AT}/members/<str:name>/", members.Member.as_view(), name="api-campaign-member"),
    path(f"{AT}/invitations/", members.Invitations.as_view(), name="api-campaign-invitations"),
    path(f"{AT}/invitations/<slug:role>/", members.Invitation.as_view(), name="api-campaign-invitation"),
    path(f"{AT}/next/", play.Next.as_view(), name="api-campaign-next"),
    path(f"{AT}/setup/", play.Setup.as_view(), name="api-campaign-setup"),
    path(f"{AT}/ultimatum/", seats.UltimatumDraw.as_view(), name="api-campaign-ultimatum"),
    path(f"{AT}/bag/", play.Bag.as_view(), name="api-campaign-bag"),
    path(f"{AT}/bag/draws/", play.Draws.as_view(), name="api-campaign-draws"),
    path(f"{AT}/log/", play.Log.as_view(), name="api-campaign-log"),
    path(f"{AT}/ledger/", ledger.LedgerView.as_view(), name="api-campaign-ledger"),
    path(f"{AT}/party-cards/", play.PartyCards.as_view(), name="api-campaign-party-cards"),
    path(f"{SEAT}/", seats.SeatDetail.as_view(), name="api-seat"),
    path(f"{SEAT}/deck/", seats.SeatDeck.as_view(), name="api-seat-deck"),
    path(f"{SEAT}/deck/hand-over/", members.SeatDeckHandOver.as_view(), name="api-seat-deck-hand-over"),
    path(f"{SEAT}/member/", members.SeatMember.as_view(), name="api-seat-member"),
    path(f"{SEAT}/draw/", seats.SeatDraw.as_view(), name="api-seat-draw"),
    path(f"{SEAT}/shop/", seats.SeatPurchases.as_view(), name="api-seat-purchases"),
]
