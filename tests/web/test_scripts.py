"""Tests of the joining of modules, and of the small forms in which scripts are collected."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command

from web import scripts, static_files

FILES = {
    "app.js": 'import "./common.js";\n',
    "common.js": "export const counted = { times: 0 };\ncounted.times += 1;\n",
    "page/main.js": 'import { order, add as put } from "./order.js";\nimport { last } from "./last.js";\n'
    'import { counted } from "../common.js";\n\nput(`main ${last} // no comment`);\n'
    "document.title = [...order, counted.times].join();\n",
    "page/order.js": '// The order in which modules run.\nimport { counted } from "../common.js";\n'
    "export const order = [];\nexport function add(/** @type {string} */ name) {\n"
    "  order.push(name + counted.times);\n}\n",
    "page/last.js": 'import { add, order } from "./order.js";\n\nconst name = "last";\n'
    "export const last = order.length;\nadd(name);\n",
}

PAGE = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/js/page/main.js"></script>'


@pytest.fixture
def source(settings, tmp_path):
    """A folder of scripts, and a site that uses it."""
    for name, text in FILES.items():
        path = tmp_path / "source/js" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    settings.VAR_DIR = tmp_path / "var"
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    settings.STATICFILES_FINDERS = ["web.static_files.Finder"]
    settings.STATIC_ROOT = tmp_path / "collected"
    finders.get_finder.cache_clear()
    yield tmp_path / "source/js"
    finders.get_finder.cache_clear()


def shown_title(page, script: str, shared: Path) -> str:
    """Return the title that a page has after it ran the script."""
    page.route(
        "**/*",
        lambda route: (
            route.fulfill(
                body=script if "main" in route.request.url else shared.read_text(),
                content_type="text/javascript",
            )
            if route.request.url.endswith(".js")
            else route.fulfill(
                body=PAGE,
                content_type="text/html",
            )
        ),
    )
    page.goto("http://localhost:1/")
    page.wait_for_function("document.title")
    return page.title()


@pytest.mark.parametrize("form", ["joined", "small"])
def test_modules_run_once_and_in_the_order_of_their_imports(page, source, form):
    text = scripts.joined(source / "page/main.js")
    if form == "small":
        text = static_files.SMALLER[".js"](text)
    assert text.count("import") == 1
    assert shown_title(page, text, source / "common.js") == "last1,main 0 // no comment1,1"


def test_modules_in_a_circle_are_an_error(source):
    (source / "page/order.js").write_text('import { last } from "./last.js";\nexport const order = [last];\n')
    with pytest.raises(ValueError, match=r"order\.js imports itself, through last\.js"):
        scripts.joined(source / "page/main.js")


@pytest.mark.parametrize(
    "line",
    ["export default 1;", "export { name };", "export let name = 1;", 'import * as all from "./a.js";'],
)
def test_what_cannot_be_joined_is_an_error(source, line):
    (source / "page/last.js").write_text(f"export const last = 1;\n{line}\n")
    with pytest.raises(ValueError, match=r"last\.js cannot be joined"):
        scripts.joined(source / "page/main.js")


def test_an_edit_of_a_module_is_found_at_once(source, tmp_path):
    before = sorted(source.rglob("*"))
    assert "no comment" in Path(finders.find("js/page/main.js")).read_text()
    (source / "page/last.js").write_text("export const last = 'edited';\n")
    found = Path(finders.find("js/page/main.js"))
    assert "edited" in found.read_text()
    assert found.is_relative_to(tmp_path / "var")
    assert sorted(source.rglob("*")) == before
    assert finders.find("js/page/order.js") == str(source / "page/order.js")


def test_collected_scripts_are_small(source, settings):
    call_command("collectstatic", interactive=False, verbosity=0)
    collected = Path(settings.STATIC_ROOT) / "js/page"
    main = (collected / "main.js").read_text()
    assert "order in which" not in main
    assert "@type" not in main
    assert "// no comment" in main
    assert "@type" not in (collected / "order.js").read_text()
