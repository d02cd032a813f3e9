"""Schemathesis against the API: requests made from its own description find nothing."""

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance

from scopone import Position, Rules
from scopone.puzzles import shipped
from scopone.rules import preset_names
from scopone.web import Settings, create_app
from scopone.web.advice import MOST_SECONDS as THINKING
from scopone.web.search import MOST_SECONDS

from .webserver import Served, serving


@st.composite
def positions(draw: st.DrawFn) -> str:
    """Position lines, some of the middle of a hand."""
    position = Position.deal(Rules.preset(draw(st.sampled_from(preset_names()))), draw(st.integers(0, 999)))
    for pick in draw(st.lists(st.integers(0, 9), max_size=40)):
        if position.is_over:
            break
        moves = position.legal_moves
        position = position.play(moves[pick % len(moves)])
    return str(position)


schemathesis.openapi.format("position", positions())
schemathesis.openapi.format("rules", st.sampled_from(preset_names()))
schemathesis.openapi.format("move", st.sampled_from(["7d", "Ac", "RdxAc4s5b"]))
schemathesis.openapi.format("puzzle", st.sampled_from([p.id for p in shipped()]))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    progress = tmp_path_factory.mktemp("schema") / "progress.sqlite3"
    with serving(Settings(memory_mib=16, progress=progress)) as it:
        yield it


schema = schemathesis.openapi.from_dict(create_app().openapi())
# a position may be one in which a move cannot be made: no request that has the right form need have an answer
EXCLUDED = [positive_data_acceptance]


def asked(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )


@schema.parametrize()
@asked(8)
def test_the_api_does_as_it_says(case: schemathesis.Case, served: Served) -> None:
    ask(case, served)


@pytest.mark.slow
@schema.parametrize()
@asked(200)
def test_the_api_does_as_it_says_at_length(case: schemathesis.Case, served: Served) -> None:
    ask(case, served)


def ask(case: schemathesis.Case, served: Served) -> None:
    """Makes one request and checks the answer; what thinks or searches does so for a moment only."""
    if isinstance(case.body, dict) and type(case.body.get("seconds")) in (int, float):
        most = MOST_SECONDS if "analyse" in case.path else THINKING
        if 0 < case.body["seconds"] <= most:
            case.body["seconds"] = 0.05
    case.call_and_validate(base_url=served.url, excluded_checks=EXCLUDED)
