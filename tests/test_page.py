"""The files of the page belong together."""

import re
from pathlib import Path

STATIC = Path(__file__).parent.parent / "src" / "scopone" / "web" / "static"
INDEX = (STATIC / "index.html").read_text(encoding="utf-8")


def files(suffix: str) -> set[str]:
    return {path.relative_to(STATIC).as_posix() for path in STATIC.rglob(f"*{suffix}")}


def test_every_module_is_fetched_at_once() -> None:
    named = re.findall(r'(?:modulepreload" href|script type="module" src)="/static/([^"]+)"', INDEX)
    assert len(named) == len(set(named))
    assert set(named) == files(".js")


def test_every_style_sheet_is_used() -> None:
    assert set(re.findall(r'stylesheet" href="/static/([^"]+)"', INDEX)) == files(".css")


def test_imports_name_files_that_are_there() -> None:
    for name in files(".js"):
        module = STATIC / name
        for path in re.findall(r'from "([^"]+)"', module.read_text(encoding="utf-8")):
            assert (module.parent / path).is_file(), f"{name}: {path}"


def test_nothing_comes_from_elsewhere() -> None:
    for name in files(".js") | files(".css") | files(".html") | files(".svg"):
        text = (STATIC / name).read_text(encoding="utf-8")
        assert set(re.findall(r"https?://[^\s\"')]+", text)) <= {"http://www.w3.org/2000/svg"}, name
