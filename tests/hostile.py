"""Hostile text, and a check of the pages that show it."""

from html.parser import HTMLParser

#: Breaks out of text, of attributes in either quotes, of scripts and of comments.
EVIL = "\"'></title></textarea></script--><xss-probe onclick=alert(1)><script>alert(1)</script>"
#: Beginnings of URLs that may be in a page.
SAFE = ("/", "#", "?", "http://", "https://", "mailto:")


class Watch(HTMLParser):
    """Parses a page as a browser does, and records everything that could run."""

    def __init__(self) -> None:
        super().__init__()
        self.alarms: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("xss-probe", "iframe", "object", "embed", "img", "base"):
            self.alarms.append(f"<{tag}>")
        if tag == "script" and "src" not in given and given.get("type") != "application/json":
            self.alarms.append("a script in the page")
        for name, value in attrs:
            if name.startswith("on") or name == "style" or name == "srcdoc":
                self.alarms.append(f"{tag} {name}")
            if name in ("href", "src", "action", "formaction") and value and not value.startswith(SAFE):
                self.alarms.append(f"{tag} {name}={value[:40]}")


def assert_harmless(page: str, where: str) -> None:
    watch = Watch()
    watch.feed(page)
    assert watch.alarms == [], f"{where}: {watch.alarms}"
