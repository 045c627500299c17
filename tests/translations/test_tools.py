"""Tests of the translators' tools: extraction, catalogues, checks, and work for several translators."""

import gettext
import io
import json

import pytest

from scripts.translations import checks, handout, po
from scripts.translations.messages import Message, NotLiteral, all_messages, in_python, in_template
from scripts.translations.pseudo import pseudo


def texts(messages):
    return [(message.context, message.text, message.plural) for message in messages]


def test_messages_of_a_module():
    source = """
from django.utils.translation import gettext as _, gettext_lazy as lazy, ngettext, pgettext
from django.utils import translation
A = lazy("Fast")
def f(n):
    return _("One " "sentence.") + ngettext("%(n)d card", "%(n)d cards", n) + pgettext("slot", "Hand")
def g(x):
    return translation.gettext("Open") + _(x) + _("yes" if x else "no") + other("left out")
"""
    assert sorted(texts(in_python(source, "a.py"))) == [
        ("", "%(n)d card", "%(n)d cards"),
        ("", "Fast", ""),
        ("", "One sentence.", ""),
        ("", "Open", ""),
        ("", "no", ""),
        ("", "yes", ""),
        ("slot", "Hand", ""),
    ]


def test_a_message_that_is_put_together_is_an_error():
    with pytest.raises(NotLiteral, match=r"a\.py:2"):
        list(in_python('\n_(f"{n} cards")', "a.py"))


def test_messages_of_a_template():
    source = """{% load i18n %}{% trans "100 %" %}{% translate 'Open' context "verb" as x %}
{% blocktrans trimmed with n=cards|length %}
  {{ n }} card
  of yours
{% plural %}{{ n }} cards{% endblocktrans %}{{ x|default:_("none") }}
{% blocktrans %}<b>All</b>{% endblocktrans %}"""
    assert texts(in_template(source, "a.html")) == [
        ("", "100 %%", ""),
        ("verb", "Open", ""),
        ("", "%(n)s card of yours", "%(n)s cards"),
        ("", "none", ""),
        ("", "<b>All</b>", ""),
    ]


def test_the_site_has_messages_of_every_source():
    found = all_messages()
    places = {place for message in found.values() for place in message.places}
    for source in ("rules/deck/rules/", "templates/decks/", "campaigns/step_kinds.py", "cards/text/names.py"):
        assert any(place.startswith(source) for place in places), source
    assert len(found) > 3000


HARD = [
    Message("Plain", places=["a.py"]),
    Message("%(n)d card", "%(n)d cards", places=["a.py", "b.html"]),
    Message("Hand", context="slot", comments=["A place for cards."]),
    Message('Two\nlines with "quotes", a \\ and\ta tab\n'),
]


def test_a_catalogue_survives_its_file(tmp_path):
    catalogue = po.update(po.new_catalogue("de"), {message.key: message for message in HARD})
    for entry in catalogue.entries.values():
        entry.texts = ["eine %(n)d", "viele %(n)d"] if entry.message.plural else ['„so“ "und"\n\tso\\']
    catalogue.entries["Plain"].fuzzy = True
    catalogue.entries["Plain"].notes = ["unsure"]
    po.write(catalogue, tmp_path)
    assert po.read("de", tmp_path) == catalogue


def test_gettext_reads_what_is_compiled():
    catalogue = po.update(po.new_catalogue("de"), {message.key: message for message in HARD})
    given = {
        "Plain": ["Schlicht"],
        "%(n)d card": ["%(n)d Karte", "%(n)d Karten"],
        "slot\x04Hand": ["Hand (Slot)"],
    }
    for key, translations in given.items():
        catalogue.entries[key].texts = translations
    read = gettext.GNUTranslations(io.BytesIO(po.compiled(catalogue)))
    assert read.gettext("Plain") == "Schlicht"
    assert [read.ngettext("%(n)d card", "%(n)d cards", n) for n in (1, 2)] == ["%(n)d Karte", "%(n)d Karten"]
    assert read.pgettext("slot", "Hand") == "Hand (Slot)"
    assert read.gettext(HARD[3].text) == HARD[3].text, "what is not translated stays as it is"


def test_a_damaged_file_is_refused_with_its_line(tmp_path):
    path = po.path_of("de", tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text('msgid ""\nmsgstr ""\n\nmsgid "A"\nmsgstr "B" oh"\n')
    with pytest.raises(po.BadFile, match="Line 5"):
        po.read("de", tmp_path)


@pytest.mark.parametrize(
    ("message", "translation", "problem"),
    [
        (Message("%(n)d of %(all)d"), ["%(n)d"], "it lacks %(all)"),
        (Message("%(n)d"), ["%(n)d %(who)s"], "it has %(who), which the message lacks"),
        (Message("{card} is forbidden."), ["Karte ist verboten."], "it lacks {card}"),
        (Message("100 %% of %(n)d"), ["100 % von %(n)d"], "percent"),
        (Message("<b>All</b> cards"), ["<i>Alle</i> Karten"], "HTML tags"),
        (Message(" and "), ["und"], "spaces"),
        (Message("%(n)d card", "%(n)d cards"), ["%(n)d Karte"], "2 forms are needed, 1 are there"),
        (Message("%(n)d card", "%(n)d cards"), ["%(n)d Karte", ""], "a form is empty"),
    ],
)
def test_mistakes_are_found(message, translation, problem):
    assert problem in "; ".join(checks.mistakes(message, translation, 2))


@pytest.mark.parametrize(
    ("message", "translation"),
    [
        (Message("One card", "%(n)d cards"), ["Eine Karte", "%(n)d Karten"]),
        (Message("%(who)s has %(n)d"), ["%(n)d hat %(who)s"]),
        (Message('<a href="%(url)s" title="Cards">All</a>'), ['<a href="%(url)s" title="Karten">Alle</a>']),
    ],
)
def test_what_is_right_is_accepted(message, translation):
    assert list(checks.mistakes(message, translation, 2)) == []


def test_what_is_missing_uncertain_and_outdated_is_found():
    catalogue = po.update(po.new_catalogue("de"), {m.key: m for m in (Message("Old"), Message("Unsure"))})
    for entry in catalogue.entries.values():
        entry.texts = ["Text"]
    catalogue.entries["Unsure"].fuzzy = True
    messages = {m.key: m for m in (Message("New"), Message("Unsure"))}
    found = {(problem.kind, problem.message.text) for problem in checks.problems(catalogue, messages)}
    assert found == {("missing", "New"), ("fuzzy", "Unsure"), ("outdated", "Old")}
    assert not checks.complete(catalogue, messages)


def test_work_is_split_and_merged_again(tmp_path):
    messages = {
        m.key: m for m in (Message(f"Message {n} with {{card}}", places=[f"{n:02}.py"]) for n in range(9))
    }
    catalogue = po.update(po.new_catalogue("de"), messages)
    terms = tmp_path / "terms.csv"
    terms.write_text("english,german,note\nmessage,Nachricht,feminine\n")
    parts = list(handout.split(catalogue, 3, terms))
    assert [len(part) for part in parts] == [3, 3, 3]
    assert parts[0][0]["terms"] == ["message = Nachricht (feminine)"]
    assert parts[0][0]["where"] == ["00.py"]
    for task in parts[0]:
        task["translation"] = task["msgid"].replace("Message", "Nachricht")
    parts[1][0]["translation"] = "Nachricht ohne Karte"
    parts[1][1]["msgid"], parts[1][1]["translation"] = "Unknown", "Unbekannt"
    path = tmp_path / "answers.json"
    path.write_text(json.dumps([task for part in parts for task in part]))
    refused = list(handout.merge(catalogue, handout.read_answers(path)))
    assert ["lacks {card}" in refused[0], "Unknown" in refused[1], len(refused)] == [True, True, 2]
    assert sum(entry.translated for entry in catalogue.entries.values()) == 3


def test_the_made_up_language_keeps_placeholders_and_tags():
    for text in ("<b>%(n)d</b> cards of {who}, 100 %%", "%(amount)+d is too much", " and ", "Fast"):
        made_up = pseudo(text)
        assert list(checks.mistakes(Message(text), [made_up], 2)) == []
        assert len(made_up) > len(text) + 2
