"""The README and the package files say what is so."""

import doctest
import importlib
import io
import json
import re
import sys
import tomllib
from pathlib import Path

import pytest

import scopone
from scopone import Position, Rules, examples
from scopone.cli import main
from scopone.cli.app import command
from scopone.options import OPTIONS, option_names
from scopone.rules import preset_names

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def output_of(capsys: pytest.CaptureFixture[str], *args: str) -> list[str]:
    assert main(args) == 0
    return [row.rstrip() for row in capsys.readouterr().out.strip().splitlines()]


def test_the_output_shown_is_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.search(r"^```\n\$ scopone (.*)\n([^`]*)^```$", README, re.MULTILINE)
    assert shown is not None
    rows = output_of(capsys, *shown[1].split())
    assert rows[:-1] == shown[2].splitlines()[:-1]
    assert re.fullmatch(r"[\d,]+ nodes, \d+\.\d\d s", rows[-1])
    assert rows[-1].split()[0] == shown[2].splitlines()[-1].split()[0]  # nodes are the same on every machine


def test_the_command_table_has_every_command() -> None:
    rows = set(re.findall(r"^\| `(\w+) ", README, re.MULTILINE))
    assert rows == set(command().commands)


@pytest.mark.parametrize(
    "args", ["solve NAME", "moves NAME", "score NAME", "render NAME", "perft NAME 2", "deal scopa2"]
)
def test_the_command_table_has_every_json_key(args: str, capsys: pytest.CaptureFixture[str]) -> None:
    row = re.search(rf"^\| `{args.split(maxsplit=1)[0]} .*\| ([^|]*) \|$", README, re.MULTILINE)
    assert row is not None
    (line,) = output_of(capsys, *args.replace("NAME", "refuse-the-scopa").split(), "--json")
    assert list(json.loads(line)) == row[1].split(", ")


def test_the_table_of_games_has_every_game() -> None:
    table = README[README.index("| game |") : README.index("$ scopone deal")]
    rows = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} <= set(preset_names())
    assert set(preset_names()) <= set(re.findall(r"`(\w+)`", table))


def test_the_options_shown_are_options() -> None:
    table = README[README.index("| options |") : README.index("## Notation")]
    shown = re.findall(r"`(\w*\+\S+)`", table)
    assert len(shown) > 10
    for text in shown:
        Rules.parse(text if text[0] != "+" else "scopa2" + text)
    keys = {key for row in table.splitlines()[2:] if row[:1] == "|" for key in re.findall(r"`(\w+)`", row)}
    assert keys <= set(option_names())
    assert {option.key for option in OPTIONS} <= keys


def test_shipped_positions_are_named() -> None:
    for name in examples.names():
        assert f"`{name}`" in README
        assert str(Position.parse(examples.line(name))) == examples.line(name)
    with pytest.raises(KeyError):
        examples.line("nonsense")


def test_the_two_commands_are_there_once() -> None:
    commands = re.findall(r"^python3 -m venv .*$", README, re.MULTILINE)
    assert [c.rpartition("&&")[2].split()[:1] for c in commands] == [
        [".venv/bin/scopone"],
        [".venv/bin/python"],
    ]


def test_positions_in_the_text_can_be_read() -> None:
    for line in re.findall(r"^scopone10 .*\d:\d$", README, re.MULTILINE):
        assert str(Position.parse(line)) == line


def test_no_package_is_left_out_of_the_build() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    source = ROOT / "src"
    here = {
        ".".join(path.parent.relative_to(source).parts)
        for path in source.rglob("__init__.py")
        if "solver" not in path.parts
    }
    assert here | {"scopone.solver"} == set(project["tool"]["setuptools"]["packages"])


def test_every_compiled_module_has_stubs() -> None:
    sources = sorted(path.stem for path in (ROOT / "solver").glob("*.pyx"))
    assert sources
    assert [name for name in sources if not (ROOT / "solver" / f"{name}.pyi").exists()] == []


def test_the_version_is_in_the_changelog() -> None:
    assert f"## {scopone.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["cards", "names", "notation", "position", "rules", "scoring"])
def test_examples_in_docstrings(name: str) -> None:
    out = io.StringIO()
    failed, _ = doctest.testmod(importlib.import_module(f"scopone.{name}"), report=False)
    assert failed == 0, out.getvalue()


def test_importing_the_package_is_light() -> None:
    """What only the faces need is not imported with the package."""
    import subprocess

    code = "import sys, scopone; print([m for m in ('rich', 'typer', 'pydantic') if m in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"
