"""Commands about the games: rules, cards."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .errors import OK, CommandError
from .options import Json
from .options import language as language_of
from .output import emit, show

if TYPE_CHECKING:
    from rich.console import RenderableType

HEADING = "The game"
UNCERTAIN = "?"  # after the name of a game whose sources disagree on what it is


Language = Annotated[
    str | None,
    typer.Option(
        "--language", metavar="L", callback=language_of, help="Only in it or in en.", show_default="both"
    ),
]


def rules(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]", help="A game, with +options or without, or an option.", show_default=False
        ),
    ] = None,
    language: Language = None,
    json: Json = False,
) -> int:
    """List the games and options, or explain one: [bold]scopone rules cirulla[/], [bold]scopone rules napola[/].

    Options are joined to a game with [bold]+[/] wherever a game is named: scopa2+napola+target=21. A game marked
    [bold]?[/] is one whose sources disagree on what it is.
    """
    languages = ("it", "en") if language is None else (language,)
    if json:
        for found in _all_data() if name is None else [_data(name)]:
            emit(found)
    else:
        show(*(_lists(languages) if name is None else _explained(name, languages)))
    return OK


def _lists(languages: Sequence[str]) -> list[RenderableType]:
    from .. import text
    from ..describe import about, about_option, option_words
    from ..rules import Rules, preset_names

    games = text.plain_table("game", *languages, "players", "hand", "to", numbers=("players", "hand", "to"))
    games.columns[0].no_wrap = True
    for name in preset_names():
        r = Rules.preset(name)
        titles = [about(name, language).title for language in languages]
        games.add_row(name + _mark(name), *titles, str(r.players), str(r.hand), str(r.target))
    options = text.plain_table("option", *languages)
    for word in option_words():
        options.add_row(word, *(about_option(word, language) for language in languages))
    return [games, options]


def _mark(name: str) -> str:
    from ..describe import is_uncertain

    return UNCERTAIN if is_uncertain(name) else ""


def _explained(name: str, languages: Sequence[str]) -> list[RenderableType]:
    from rich.text import Text

    from ..describe import about, about_option, describe
    from ..rules import Rules, RulesError

    if _is_option(name):
        return [Text("\n".join(about_option(name.lower(), language) for language in languages))]
    try:
        r = Rules.parse(name)
    except RulesError as error:
        raise CommandError(f"{error} (scopone rules lists games and options)") from None
    blocks: list[RenderableType] = []
    for language in languages:
        game = about(r.name, language)
        block = Text.assemble((f"{game.title}  ", "bold"), (str(r), "dim"), "\n", game.text)
        if game.doubt:
            block.append(f"\n{game.doubt}", "yellow")
        for sentence in describe(r, language):
            block.append(f"\n- {sentence}")
        blocks.append(block)
    return blocks


def _is_option(name: str) -> bool:
    from ..describe import option_words
    from ..presets import preset_data, short_name

    return name.lower() in option_words() and short_name(name) not in preset_data()


def _all_data() -> list[dict[str, Any]]:
    from ..describe import option_words
    from ..presets import preset_data
    from ..rules import preset_names

    words = [word for word in option_words() if word not in preset_data()]
    return [*map(_data, preset_names()), *map(_data, words)]


def _data(name: str) -> dict[str, Any]:
    """A game or an option as an object."""
    from ..describe import about, about_option, describe, is_uncertain
    from ..rules import Rules, RulesError

    if _is_option(name):
        return {"option": name.lower(), **{lang: about_option(name.lower(), lang) for lang in ("it", "en")}}
    try:
        r = Rules.parse(name)
    except RulesError as error:
        raise CommandError(f"{error} (scopone rules lists games and options)") from None
    found: dict[str, Any] = {
        "rules": str(r),
        "players": r.players,
        "sides": r.n_sides,
        "hand": r.hand,
        "table": r.table,
        "target": r.target,
        "uncertain": is_uncertain(r.name),
    }
    for language in ("it", "en"):
        title, text, doubt = about(r.name, language)
        found[language] = {"title": title, "text": text, "doubt": doubt, "rules": describe(r, language)}
    return found


def cards(
    texts: Annotated[
        list[str] | None,
        typer.Argument(metavar="[TEXT]...", help="Cards, moves or positions.", show_default=False),
    ] = None,
    french: Annotated[bool, typer.Option("--french", help="They are French-suited.")] = False,
    mapping: Annotated[
        str, typer.Option("--mapping", metavar="M", help="fr40_court, fr40_pip, queen_low or fr52.")
    ] = "fr40_court",
    json: Json = False,
) -> int:
    """Tell cards in both conventions: Italian [bold]Cd[/] is French-suited [bold]QD[/].

    Without TEXT it lists the whole pack. A TEXT may be a card, a move or a position, or [bold]-[/] for lines from
    standard input.
    """
    from ..french import MAPPINGS

    if mapping not in MAPPINGS:
        raise CommandError(f"no mapping {mapping!r}: there are {', '.join(MAPPINGS)}")
    if texts == ["-"]:
        texts = [line.strip() for line in sys.stdin if line.strip()]
    pairs = [_pair(text, french, mapping) for text in texts] if texts else _pack(mapping)
    if json:
        for italian, other in pairs:
            emit({"italian": italian, "french": other, "mapping": mapping})
    elif texts:
        for italian, other in pairs:
            print(other if not french else italian)
    else:
        show(_cards_table(pairs, mapping))
    return OK


def _pair(text: str, french: bool, mapping: str) -> tuple[str, str]:
    from ..french import from_french, to_french

    try:
        italian = from_french(text, mapping) if french else text
        _check(italian)
        return italian, to_french(italian, mapping)
    except ValueError as error:
        raise CommandError(str(error)) from None


def _check(text: str) -> None:
    """Raises `ValueError` for a text that is no card, move or position."""
    from ..move import Move
    from ..notation import read_fields

    if " " in text:
        read_fields(text)
    else:
        Move.parse(text)


def _pack(mapping: str) -> list[tuple[str, str]]:
    from ..cards import pack
    from ..french import write_card

    deck = "it52" if mapping == "fr52" else "it40"
    return [(str(card), write_card(card, mapping)) for card in pack(deck)]


def _cards_table(pairs: Sequence[tuple[str, str]], mapping: str) -> RenderableType:
    from .. import french, text
    from ..cards import Card
    from ..names import card_name

    table = text.plain_table("card", "it", "en", "French", "it", "en")
    for italian, other in pairs:
        card = Card(italian)
        table.add_row(
            text.card_text(card),
            card_name(card),
            card_name(card, "en"),
            other,
            french.card_name(card, "it", mapping),
            french.card_name(card, "en", mapping),
        )
    return table


def register(app: typer.Typer) -> None:
    """Adds the commands of this family."""
    for command in (rules, cards):
        app.command(rich_help_panel=HEADING)(command)
