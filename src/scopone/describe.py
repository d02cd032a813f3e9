"""Rules in words, Italian and English: what a game is, what each option does, and all that rules say."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from .cards import SUIT_NAMES, Card
from .items import CardItem, Majority, RunItem, SetItem, win_cards
from .names import card_name, rank_name, suit_name
from .presets import known_items, short_name
from .rules import Rules

PLURALS = {
    "it": {"asso": "assi", "fante": "fanti", "cavallo": "cavalli"},
    "en": {"six": "sixes"},
}
ENGLISH_ITEMS = {"carte": "cards", "denari": "coins", "spade": "swords", "scope": "scopa"}


class About(NamedTuple):
    """A game in words. `doubt` is empty, or says where sources disagree or are silent."""

    title: str
    text: str
    doubt: str = ""


@cache
def _texts() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(files("scopone").joinpath("texts.json").read_text(encoding="utf-8"))
    return found


def about(game: str, language: str = "it") -> About:
    """A game by its name. Raises `KeyError` for a name that no game has.

    >>> about("scopone10").title
    'Scopone scientifico'
    """
    return About(*_texts()["games"][short_name(game)][language])


def is_uncertain(game: str) -> bool:
    """The sources disagree on what the game is at all."""
    return about(game, "en").doubt.startswith("UNCERTAIN")


def option_words() -> Iterator[str]:
    """The words that begin an option: those of fields first, then items by their names."""
    yield from _texts()["options"]
    yield from known_items()


def about_option(word: str, language: str = "it") -> str:
    """What an option does. Raises `KeyError` for a word that begins none.

    >>> about_option("rebello", "en")
    'Rebello: 1 point for taking the king of coins.'
    """
    texts = _texts()["options"]
    if word in texts:
        return str(texts[word][language])
    return _Words(language).item(known_items()[word][1])


def describe(rules: Rules, language: str = "it") -> list[str]:
    """All that rules say, a sentence each, in the order of a game: deal, captures, points, match."""
    words = _Words(language)
    return [*words.dealing(rules), *words.capturing(rules), *words.scoring(rules), *words.ending(rules)]


class _Words:
    """Sentences in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def say(self, phrase: str, **values: object) -> str:
        text: str = _texts()["phrases"][phrase][self.language]
        return text.format(**values)

    def listed(self, words: Iterable[str], last: str = "and") -> str:
        *some, end = words
        return ", ".join(some) + self.say(last) + end if some else end

    def points(self, n: int) -> str:
        return self.say("points_one") if n == 1 else self.say("points_many", n=n)

    def scope(self, n: int) -> str:
        return self.say("scope_one") if n == 1 else self.say("scope_many", n=n)

    def card(self, card: Card) -> str:
        """A card with its article: il sette di denari, l'asso di coppe."""
        the = "the " if self.language == "en" else "l'" if card.rank == "A" else "il "
        return the + card_name(card, self.language)

    def ranks(self, rank: str) -> str:
        """Cards of a rank: sevens, sette."""
        one = rank_name(rank, self.language)
        return PLURALS[self.language].get(one, one + "s" if self.language == "en" else one)

    def name(self, item: str) -> str:
        named = ENGLISH_ITEMS.get(item, item) if self.language == "en" else item
        return named.replace("_", " ").capitalize()

    def dealing(self, r: Rules) -> Iterator[str]:
        yield self.say("deck", n=4 * len(r.ranks))
        yield self.say("alone" if r.n_sides == r.players else "teams", players=r.players, sides=r.n_sides)
        many = "deal_many" if r.handfuls > 1 else "deal_one"
        yield self.say(many, hand=r.hand, handfuls=r.handfuls, table=r.table)
        yield self.say(r.direction)
        yield self.say(f"dealer_{r.dealer_rotation}")
        if r.redeal and r.table:
            yield self.say("redeal", what=self.listed([self._redeal(x) for x in r.redeal], "or"))
        for total, scope in r.dealer_table_bonus:
            yield self.say("opening", total=total, scope=self.scope(scope))
        if r.last_handful_open:
            yield self.say("open_last")

    def _redeal(self, redeal: Any) -> str:
        if redeal.total_at_most is not None:
            return self.say("redeal_total", n=redeal.total_at_most)
        if redeal.rank == "*":
            return self.say("redeal_any", n=redeal.at_least)
        return self.say("redeal_rank", n=redeal.at_least, ranks=self.ranks(redeal.rank))

    def capturing(self, r: Rules) -> Iterator[str]:
        modes = [self.say(mode) for mode in ("equal", "sum", "fifteen") if mode in r.capture_modes]
        yield self.say("captures", what=self.listed(modes, "or"))
        if "equal" in r.capture_modes and len(modes) > 1:
            yield self.say(f"priority_{r.single_priority}")
        if r.max_capture_cards is not None:
            yield self.say("max_cards", n=r.max_capture_cards)
        if r.fewest_cards:
            yield self.say("fewest")
        yield self.say("compulsory" if r.capture_compulsory else "optional")
        if r.deck == "it52":
            yield self.say("courts")
        if r.ace_sweep != "off":
            yield self.say(f"ace_{r.ace_sweep}")
            yield self.say("ace_scopa_yes" if r.ace_sweep_scopa else "ace_scopa_no")
        if r.ace_on_empty == "takes_itself":
            yield self.say("ace_self")
        if r.ace_opening != "free":
            yield self.say(f"ace_{r.ace_opening}")
        yield self.say(f"leftovers_{r.leftovers_to}")

    def scoring(self, r: Rules) -> Iterator[str]:
        yield self.say("scope", points=self.points(r.scopa_points))
        yield self.say(f"last_{r.last_card_scopa}")
        yield from map(self.item, r.majorities)
        yield from map(self.item, r.card_items)
        yield from map(self.item, r.set_items)
        yield from map(self.item, r.run_items)
        if r.primiera is not None:
            yield self._primiera(r)
            if r.primiera.mode == "points":
                yield self.say(f"missing_{r.primiera_missing}")
        if r.scuderia != "off":
            yield self.say(f"scuderia_{r.scuderia}")
        how = self.say("replaces" if r.scopa_card_replaces else "adds")
        for card, price in r.scopa_card_points:
            yield self.say("scopa_card", card=self.card(card), points=self.points(price), how=how)
        if r.picada_points:
            yield self.say("picada", points=self.points(r.picada_points))
        yield from self._declaring(r)

    def item(self, item: Majority | CardItem | SetItem | RunItem) -> str:
        """What an item gives, and for what."""
        name = self.name(item.name)
        if isinstance(item, RunItem):
            return self.say(
                "run", name=name, suit=suit_name(item.suit, self.language), min=item.min, max=item.max
            )
        points = self.points(item.points)
        if isinstance(item, SetItem):
            return self.say("set", name=name, points=points, cards=self.listed(map(self.card, item.cards)))
        if isinstance(item, CardItem):
            if item.requires is None:
                return self.say("card", name=name, points=points, card=self.card(item.card))
            other = self.card(item.requires)
            return self.say("card_with", name=name, points=points, card=self.card(item.card), other=other)
        kind, _, what = item.of.partition(":")
        if kind == "suit":
            values = {"suit": suit_name(what, self.language)}
        else:
            values = {"ranks": self.ranks(what)} if what else {}
        more = self.say("split") if item.tie == "split" else ""
        more += self.say("min", n=item.min) if item.min is not None else ""
        return self.say(
            "majority", name=name, points=points, what=self.say(f"what_{kind}", **values), more=more
        )

    def _primiera(self, r: Rules) -> str:
        assert r.primiera is not None
        if r.primiera.mode == "points":
            return self.say(f"primiera_{r.primiera.values}")
        first, *then = map(self.ranks, r.primiera.ranks)
        if not then:
            return self.say("primiera_count_one", first=first)
        return self.say("primiera_count", first=first, then=self.say("then").join(then))

    def _declaring(self, r: Rules) -> Iterator[str]:
        d = r.declarations
        if d is None:
            return
        for name, test, points in d.items:
            yield self.say(
                "declare",
                name=name.replace("_", " "),
                points=self.points(points),
                test=self.say(f"test_{test}"),
            )
        if d.wild is not None:
            yield self.say("wild", card=self.card(d.wild))
        if d.wild_keeps_value != "no":
            yield self.say("wild_keeps")
        if d.stack == "sum":
            yield self.say("stack_sum")
        if d.mode == "automatic":
            yield self.say("automatic")

    def ending(self, r: Rules) -> Iterator[str]:
        for win in r.instant_win:
            kind, _, what = win.partition(":")
            if kind == "all" and what in SUIT_NAMES:
                cards = self.say("all_suit", suit=suit_name(what, self.language))
            else:
                cards = self.listed(map(self.card, sorted(win_cards(win, r.deck))))
            yield self.say("wins", cards=cards)
        yield self.say(f"target_{r.reach}", n=r.target)
        yield self.say(f"tie_{r.tie_break}")
