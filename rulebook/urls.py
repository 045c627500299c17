"""URLs of the rules pages."""

from django.urls import URLPattern, URLResolver, path

from rulebook import views

pages: list[URLPattern | URLResolver] = [
    path("rules/", views.rule_list, name="rule-list"),
    path("rules/questions/", views.interpretation_list, name="interpretation-list"),
    path("rules/editions/", views.edition_list, name="edition-list"),
    path("rules/coverage/", views.coverage_list, name="coverage-list"),
    path("rules/books/", views.book_list, name="book-list"),
    path("rules/books/<str:entry_id>/", views.book_entry, name="book-entry"),
    path("rules/timing/", views.timing, name="timing"),
    path("rules/<str:rule_id>/", views.rule_detail, name="rule"),
]
