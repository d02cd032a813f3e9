"""Schemathesis against the API: requests made from its own description find nothing."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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

ROOT = Path(__file__).parent.parent
GAMES = ("scopone10", "scopone9", "scopa2", "scopa3", "cirulla", "cicera", "maresciallo", "ponino")


def lines() -> Iterator[str]:
    """Position lines of some games: deals, and the middle and the end of hands."""
    for seed, game in enumerate(GAMES):
        position = Position.deal(Rules.preset(game), seed)
        yield str(position)
        while not position.is_over:
            position = position.play(position.legal_moves[0])
            if position.cards_left in (0, 3, 20):
                yield str(position)


schemathesis.openapi.format("position", st.sampled_from(list(lines())))
schemathesis.openapi.format("rules", st.sampled_from(preset_names()))
schemathesis.openapi.format("move", st.sampled_from(["7d", "Ac", "RdxAc4s5b"]))
schemathesis.openapi.format("puzzle", st.sampled_from([p.id for p in shipped()]))


@schemathesis.hook
def before_call(context: schemathesis.HookContext, case: schemathesis.Case, kwargs: dict[str, Any]) -> None:
    """What thinks or searches does so for a moment only."""
    if case.path.endswith(("/analyse", "/hint")) and isinstance(case.body, dict):
        most = MOST_SECONDS if case.path.endswith("/analyse") else THINKING
        seconds = case.body.get("seconds", most)
        if type(seconds) in (int, float) and 0 < seconds <= most:
            case.body["seconds"] = 0.05


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    progress = tmp_path_factory.mktemp("schema") / "progress.sqlite3"
    with serving(Settings(memory_mib=16, progress=progress)) as it:
        yield it


schema = schemathesis.openapi.from_dict(create_app().openapi())
schema.config.phases.update(phases=["examples", "fuzzing"])  # the rest is made when tests are collected: slow
# a position may be one in which a move cannot be made: no request that has the right form need have an answer
EXCLUDED = [positive_data_acceptance]


@schema.parametrize()
@settings(
    max_examples=15,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
def test_the_api_does_as_it_says(case: schemathesis.Case, served: Served) -> None:
    case.call_and_validate(base_url=served.url, excluded_checks=EXCLUDED)


@pytest.mark.slow
def test_the_api_at_length(served: Served, tmp_path: Path) -> None:
    """The whole of Schemathesis, all phases, with its own command."""
    command = [
        str(Path(sys.executable).with_name("schemathesis")), "run", f"{served.url}/api/v1/openapi.json",
        "--exclude-checks", "positive_data_acceptance", "--max-examples", "20", "--seed", "1",
    ]  # fmt: skip
    hooks = {**os.environ, "SCHEMATHESIS_HOOKS": "tests.test_web_schema", "PYTHONPATH": str(ROOT)}
    found = subprocess.run(command, env=hooks, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
