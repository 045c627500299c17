"""The words of questions and texts: what does not matter, what ends a word, and what means the same."""

from __future__ import annotations

import re

from rules.rulebook.files import read_file
from rules.rulebook.rule_search import words_of

_WORDS = read_file("search_words.json")
#: Words that a question has and an answer need not have.
STOP_WORDS = frozenset(word for words in _WORDS["stop_words"].values() for word in words_of(words))


def _synonyms() -> dict[str, frozenset[str]]:
    """Return the words that mean about the same at a table, by each of them."""
    found: dict[str, frozenset[str]] = {}
    for line in _WORDS["same_meaning"]:
        group = frozenset(words_of(line))
        found |= {word: found.get(word, frozenset()) | group for word in group}
    return found


SYNONYMS = _synonyms()
#: Turns of speech for which the books have other words, and these words.
TURNS_OF_SPEECH = (
    (
        re.compile(r"\b(?:runs?|ran|running) out(?: of cards)?\b|\bout of cards\b|\bdecked(?: out)?\b"),
        "empty deck",
    ),
    (re.compile(r"\bno (?:more )?cards(?: left)?\b|\bno cards? remain\w*\b"), "empty deck"),
    (re.compile(r"\b(?:at|in) (?:exactly )?the same (?:time|moment)\b"), "simultaneous priority"),
    (re.compile(r"\b(?:erschopfung|ende) (?:des|eines|meines|vom) (\w*?)decks?\b"), r"leeres \1deck"),
    (re.compile(r"\b(\w*deck) (?:ist |wird )?(?:alle|erschopft|aus|zu ende)\b"), r"leeres \1"),
    (re.compile(r"\bkeine karten? mehr\b"), "leeres deck"),
    (re.compile(r"\bzur (?:gleichen|selben) zeit\b"), "gleichzeitig priorität"),
    # To be engaged is not a fight in German, either, though the word is in it.
    (re.compile(r"\bin (?:einen|einem|den|im) kampf (?=verwick)"), ""),
)
#: How players name the books of the board games.
_SECOND, _THIRD = frozenset(["board-2e"]), frozenset(["board-3e"])
NAMES_OF_BOOKS = (
    (re.compile(r"(?<!\S)(?:(?:second|2nd|2|zweite[nr]?) (?:edition|ed|ausgabe)|2e)(?!\S)"), _SECOND),
    (re.compile(r"(?<!\S)(?:(?:third|3rd|3|dritte[nr]?) (?:edition|ed|ausgabe)|3e)(?!\S)"), _THIRD),
    (re.compile(r"(?<!\S)(?:board ?games?|brettspiel(?:s|e|en)?)(?!\S)"), _SECOND | _THIRD),
)


def book_words(text: str) -> list[str]:
    """Return the words of a question, without names of books and with turns of speech replaced."""
    plain = " ".join(words_of(text))
    for name, _books in NAMES_OF_BOOKS:
        # Alone, a name is looked for itself.
        plain = name.sub(" ", plain) if name.sub("", plain).strip() else plain
    for turn, words in TURNS_OF_SPEECH:
        plain = turn.sub(words, plain)
    return words_of(plain)


def books_named(text: str) -> frozenset[str]:
    """Return the ids of the books that a question names."""
    plain = " ".join(words_of(text))
    return frozenset().union(*(books for name, books in NAMES_OF_BOOKS if name.search(plain)))


_ENGLISH = ("ingly", "ings", "ing", "edly", "ied", "ies", "ed", "es", "ly", "s", "e")
_GERMAN = (
    "ungen",
    "ung",
    "erin",
    "ern",
    "est",
    "end",
    "em",
    "en",
    "er",
    "es",
    "et",
    "st",
    "e",
    "n",
    "s",
    "t",
)
SHORTEST_STEM = 3


def english_stem(word: str) -> str:
    """Return a word without its ending: attacks, attacked, attacking."""
    for ending in _ENGLISH:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            stem = word[: -len(ending)]
            if ending in ("ies", "ied"):
                return stem + "y"
            # “committed” and “commits” have the same stem.
            doubled = ending in ("ing", "ings", "ed") and len(stem) > 3 and stem[-1] == stem[-2]
            return stem[:-1] if doubled and stem[-1] not in "ls" else stem
    return word


#: A participle: angegriffen, zurückgelegt, gespielt.
_PARTICIPLE = re.compile(
    r"^(ab|an|auf|aus|bei|durch|ein|fest|frei|her|hin|hinzu|los|nach|um|unter|vor|weg|zu|zuruck|)"
    r"ge(?=\w{3,}(?:t|te|ten|ter|tes|en|ene|enen|ener|enes)$)(?!\w*(?:ung|heit|keit))"
)


def german_stem(word: str) -> str:
    """Return a word without its endings: Angriff, Angriffen; erschöpft, Erschöpfung; ablegen, abgelegt."""
    word = _PARTICIPLE.sub(r"\1", word)
    shortest = SHORTEST_STEM + 1
    # Until nothing is left to take, so that a form with two endings has the stem of one with the first alone.
    while ending := next((e for e in _GERMAN if word.endswith(e) and len(word) - len(e) >= shortest), ""):
        word, shortest = word[: -len(ending)], SHORTEST_STEM + 2
    return word


def stem(word: str, language: str) -> str:
    return german_stem(word) if language == "de" else english_stem(word)
