"""The HTTP API: what it answers agrees with the library, and what it refuses."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scopone import Move, Position, Rules, analyse, examples
from scopone.cli import main
from scopone.players import make_player
from scopone.players.strengths import STRENGTHS, opponent
from scopone.puzzles import shipped
from scopone.record import Record
from scopone.review import Judge, as_json, review
from scopone.rules import preset_names
from scopone.view import View
from scopone.web import Settings, docs
from scopone.web.guard import HEADERS, MAX_BODY
from scopone.web.state import state

from .webserver import Served, serving

API = "/api/v1"
EXAMPLE = examples.line("example")
TEN = Rules.preset("scopone10")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(Settings(progress=tmp_path_factory.mktemp("web") / "progress.sqlite3")) as it:
        yield it


def post(served: Served, path: str, status: int = 200, **fields: Any) -> Any:
    """The answer to a request, which must have this status; of an error what is wrong."""
    answer = served.client.post(API + path, json=fields)
    assert answer.status_code == status, answer.text
    return answer.json() if status == 200 else answer.json()["error"]


def random_moves(position: Position, seed: int, n: int = 99) -> list[str]:
    moves: list[str] = []
    chance = random.Random(seed)
    while not position.is_over and len(moves) < n:
        move = chance.choice(list(position.legal_moves))
        position = position.play(move)
        moves.append(str(move))
    return moves


def played(position: Position, moves: list[str]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def deal_line(position: Position, moves: list[str]) -> Iterator[Move]:
    for text in moves:
        move = position.read_move(text)
        yield move
        position = position.play(move)


# the game


def test_games(served: Served) -> None:
    games = served.client.get(f"{API}/games", params={"language": "en"}).json()
    assert [g["name"] for g in games] == [str(Rules.preset(name)) for name in preset_names()]
    by_name = {g["name"]: g for g in games}
    assert by_name["scopone10"]["solvable"] and not by_name["scopa3"]["solvable"]
    assert by_name["scopa3"]["players"] == by_name["scopa3"]["sides"] == 3
    assert by_name["scopone10"]["title"].startswith("Scopone scientifico")


def test_rules_in_words(served: Served) -> None:
    found = post(served, "/rules", rules="SCOPONE10+napola", language="en")
    assert found["rules"] == "scopone10+napola"
    assert any("napola" in text.lower() for text in found["text"])
    assert {"name", "text"} == set(found["options"][0])
    wrong = post(served, "/rules", 400, rules="scopone11")
    assert wrong["field"] == "rules" and "scopone11" in wrong["message"]


def test_deals_are_those_of_the_library(served: Served) -> None:
    found = post(served, "/deal", rules="scopone9", seed=5)
    assert found["seed"] == 5
    assert found["state"]["position"] == str(Position.deal(Rules.preset("scopone9"), 5))
    again = post(served, "/deal", rules="scopone9")
    assert again["state"] == post(served, "/deal", rules="scopone9", seed=again["seed"])["state"]


@pytest.mark.parametrize("game", ["scopone10", "scopa3", "cirulla", "cicera", "ponino", "bazzica"])
def test_a_position_is_told_as_it_is(served: Served, game: str) -> None:
    deal = Position.deal(Rules.preset(game), 3)
    p = played(deal, random_moves(deal, 3, 14))
    found = post(served, "/position", position=str(p))
    assert found["position"] == str(p)
    assert found["hands"] == [list(map(str, hand)) for hand in p.hands]
    assert [m["move"] for m in found["legal"]] == list(map(str, p.legal_moves))
    side = p.rules.sides[p.turn]
    assert [m["scopa"] for m in found["legal"]] == [
        p.play(m).scope[side] > p.scope[side] for m in p.legal_moves
    ]
    assert found["score"]["points"] == list(p.score().points)
    assert (found["turn"], found["last"], found["over"]) == (p.turn, p.last_capturer, False)
    assert (found["stock"], found["cards_left"]) == (len(p.stock), p.cards_left)


def test_hidden_hands(served: Served) -> None:
    line = "scopone9 AcAs3c3s4c7s7bFbCb/?9/?/?9 Ab2c4s5s -/- 0-0 0:-"
    found = post(served, "/position", position=line)
    assert found["hands"][1:] == [{"unknown": 9}] * 3
    assert not found["solvable"] and "hidden" in found["why_not"]
    assert [m["move"] for m in found["legal"]] == list(map(str, View.parse(line).legal_moves))


def test_a_bad_position_is_told_where(served: Served) -> None:
    wrong = post(served, "/position", 400, position=EXAMPLE.replace("4s6b", "4s6x"))
    assert (wrong["field"], wrong["part"]) == ("position", "hands")
    assert EXAMPLE[wrong["column"] - 1 :].startswith("6b")
    assert post(served, "/position", 422, position=7)["field"] == "position"
    assert post(served, "/position", 422, position=EXAMPLE, more=1)["field"] == "more"
    assert post(served, "/position", 422)["field"] == "position"


def test_a_line(served: Served) -> None:
    deal = Position.deal(TEN, 8)
    moves = random_moves(deal, 8)
    states = post(served, "/line", position=str(deal), moves=moves)["states"]
    assert len(states) == len(moves) + 1
    for n in (0, 7, 40):
        assert states[n] == state(played(deal, moves[:n])).model_dump()
    assert states[-1]["over"] and states[-1]["legal"] == []
    wrong = post(served, "/line", 400, position=str(deal), moves=[moves[0], moves[0]])
    assert wrong["field"] == "moves" and wrong["message"].startswith("move 2: ")


@pytest.mark.parametrize(
    "game", ["scopone10", "scopa2+napola+rebello", "scopa3", "scopa6", "maresciallo", "chkobba"]
)
def test_what_is_decided_stays_decided(game: str) -> None:
    """An item that is won, or that nobody can win, ends so however the hand goes on."""
    rules = Rules.parse(game)
    early = 0
    for seed in range(12):
        position = Position.deal(rules, seed)
        decided: dict[str, Any] = {}
        chance = random.Random(seed)
        while True:
            now = {item.item: item.decided for item in state(position).strip}
            assert decided.items() <= now.items()
            decided = {item: who for item, who in now.items() if who is not False}
            if position.is_over:
                break
            early += len(decided)
            position = position.play(chance.choice(list(position.legal_moves)))
        score = position.score()
        assert set(decided) == set(score)
        for item, who in decided.items():
            if who is not None:
                assert score[item][who] != 0
            else:
                assert len(set(score[item])) < rules.n_sides or not any(score[item])
    assert early > 20


def test_records(served: Served) -> None:
    deal = Position.deal(TEN, 2)
    moves = random_moves(deal, 2, 10)
    text = post(
        served, "/record/write", deal=str(deal), moves=moves, tags={"South": "maestro"}, comments={"3": "why"}
    )["text"]
    record = Record.parse(text)
    assert list(map(str, record.moves)) == moves and record.comments == {3: "why"}
    found = post(served, "/record", text=text)
    assert (found["deal"], found["moves"], found["tags"]) == (str(deal), moves, {"South": "maestro"})
    assert found["comments"] == {"3": "why"} and len(found["states"]) == 11
    alone = post(served, "/record", text=f" {EXAMPLE}\n")
    assert alone["deal"] == EXAMPLE and alone["moves"] == []
    assert post(served, "/record", 400, text="nothing")["field"] == "text"
    assert post(served, "/record", 400, text="")["field"] == "text"
    assert post(served, "/record/write", 400, deal=str(deal), moves=[], tags={"a b": "x"})["field"] == "tags"


# values


@pytest.mark.parametrize("line", [EXAMPLE, examples.line("two-players"), examples.line("refuse-the-scopa")])
def test_analyse_is_exact(served: Served, line: str) -> None:
    with served.client.stream("POST", f"{API}/analyse", json={"position": line}) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/x-ndjson"
        *before, last = [json.loads(row) for row in answer.iter_lines()]
    exact = analyse(Position.parse(line))
    assert last["done"] and last["exact"]
    assert (last["value"], last["best"], last["line"]) == (
        exact.value,
        str(exact.best),
        list(map(str, exact.line)),
    )
    assert [(m["move"], m["lower"], m["upper"]) for m in last["moves"]] == [
        (str(m.move), m.lower, m.upper) for m in exact.moves
    ]
    value = {m["move"]: m["lower"] for m in last["moves"]}
    for told in before:
        assert not told["done"] and told["lower"] <= last["value"] <= told["upper"]
        assert all(m["lower"] <= value[m["move"]] <= m["upper"] for m in told["moves"])


def test_analyse_of_what_has_no_value(served: Served) -> None:
    three = str(Position.deal(Rules.preset("scopa3"), 1))
    assert "sides" in post(served, "/analyse", 400, position=three)["message"]
    assert post(served, "/analyse", 400, position="?")["field"] == "position"
    for seconds in (0, 121, -1, "1"):
        assert post(served, "/analyse", 422, position=EXAMPLE, seconds=seconds)["field"] == "seconds"
    end = played(Position.parse(EXAMPLE), random_moves(Position.parse(EXAMPLE), 1))
    over = post(served, "/analyse", position=str(end))
    assert over["done"] and over["value"] == end.score().value and over["moves"] == []


# players: they know what their seat may know


def hidden_cards_swapped(position: Position) -> Position:
    """The same position for the seat to move: the others have each other's cards."""
    others = [seat for seat in range(position.rules.players) if seat != position.turn]
    cards = [c for seat in others for c in position.hands[seat]]
    random.Random(4).shuffle(cards)
    hands = list(position.hands)
    for seat in others:
        hands[seat] = tuple(sorted(cards.pop() for _ in hands[seat]))
    p = position
    return Position.make(
        p.rules, hands, p.table, p.piles, p.scope, p.bonus, p.turn, p.last_capturer, None, p.stock
    )  # fmt: skip


def test_a_hint_never_sees_hidden_cards(served: Served) -> None:
    position = Position.parse(EXAMPLE)
    other = hidden_cards_swapped(position)
    assert other.hands != position.hands and analyse(other).value != analyse(position).value
    hidden = " ".join([part if n != 1 else "4s6bFdFcFbCd/?6/?6/?6" for n, part in enumerate(EXAMPLE.split())])
    asked = {"moves": [], "seat": 0, "seconds": 0.1, "seed": 3}
    found = [post(served, "/hint", deal=deal, **asked) for deal in (EXAMPLE, str(other), hidden)]
    assert found[0] == found[1] == found[2]
    assert {m["move"] for m in found[0]["moves"]} == set(map(str, position.legal_moves))
    for m in found[0]["moves"]:
        assert m["low"] <= m["value"] <= m["high"] and 0 <= m["win"] + m["draw"] <= 1 + 1e-9


@pytest.mark.parametrize("player", [*STRENGTHS, "ismcts", "pimc", "cicuti", "greedy", "random"])
def test_a_bot_never_sees_hidden_cards(served: Served, player: str) -> None:
    position = Position.parse(EXAMPLE)
    other = hidden_cards_swapped(position)
    moves = [
        post(served, "/bot", deal=str(deal), moves=[], player=player, seed=9)["move"]
        for deal in (position, other)
    ]
    assert moves[0] == moves[1] in list(map(str, position.legal_moves))


def test_bots_that_are_refused(served: Served) -> None:
    for player in ("oracle", "maestro:seconds=1000", "nobody", ""):
        assert post(served, "/bot", 400, deal=EXAMPLE, moves=[], player=player)["field"] == "player"


def test_strengths(served: Served) -> None:
    names = [s["name"] for s in served.client.get(f"{API}/strengths").json()]
    assert names == ["principiante", "circolo", "maestro"]
    assert opponent("principiante") == make_player("greedy:slips=0.3")
    view = View.of(Position.parse(EXAMPLE))
    best = make_player("greedy").choose(view, 0).move
    slips = sum(opponent("principiante").choose(view, seed).move != best for seed in range(400))
    assert 60 < slips < 140  # of six moves five are others: a quarter of 400


def test_hints_that_are_refused(served: Served) -> None:
    asked = {"deal": EXAMPLE, "moves": [], "seat": 0}
    assert post(served, "/hint", 400, **asked | {"seat": 1})["field"] == "seat"
    assert post(served, "/hint", 400, **asked | {"moves": ["7d"]})["field"] == "moves"
    assert post(served, "/hint", 422, **asked | {"seconds": 60})["field"] == "seconds"
    end = random_moves(Position.parse(EXAMPLE), 1)
    assert "over" in post(served, "/hint", 400, **asked | {"moves": end})["message"]


def test_words_in_both_languages(served: Served) -> None:
    asked = {"deal": EXAMPLE, "moves": ["4s"], "player": "circolo"}
    italian, english = (post(served, "/bot", language=language, **asked) for language in ("it", "en"))
    assert italian["move"] == english["move"] and italian["reasons"] != english["reasons"]
    assert english["reasons"] == ["The settebello is a point and the heart of the primiera: take it."]


def test_a_review(served: Served) -> None:
    deal = Position.parse(EXAMPLE)
    moves = random_moves(deal, 6)
    asked = {"deal": EXAMPLE, "moves": moves, "seat": 0, "worlds": 64, "language": "en", "seed": 5}
    with served.client.stream("POST", f"{API}/review", json=asked) as answer:
        *before, last = [json.loads(row) for row in answer.iter_lines()]
    assert [told["at"] for told in before] == sorted(told["at"] for told in before) and len(before) > 5
    assert last.pop("done") and not any(told["done"] for told in before)
    record = Record(deal, tuple(deal_line(deal, moves)))
    assert last == json.loads(json.dumps(as_json(review(record, seats=[0], judge=Judge(64), seed=5), "en")))
    assert last["values"][0] == 2 and last["values"][-1] == played(deal, moves).score().value
    assert post(served, "/review", 400, **asked | {"seat": 4})["field"] == "seat"
    assert post(served, "/review", 400, **asked | {"moves": ["7d"]})["field"] == "moves"


# training


def test_a_puzzle_is_tried(served: Served) -> None:
    puzzle = next(p for p in shipped() if p.steps > 1)
    before = served.client.get(f"{API}/progress").json()
    found = served.client.get(f"{API}/puzzles/{puzzle.id}", params={"language": "en"}).json()
    assert found["state"]["position"] == str(puzzle.position) and not found["solved"]
    assert str(puzzle.line[0]) not in found["text"]
    path = f"/puzzles/{puzzle.id}/attempt"
    wrong = next(m for m in puzzle.position.legal_moves if m != puzzle.line[0])
    tried = post(served, path, moves=[str(wrong)], language="en")
    assert (tried["right"], tried["finished"], tried["best"]) == (False, True, [str(puzzle.line[0])])
    assert "costs" in tried["comment"]
    line = list(map(str, puzzle.line))
    for n in range(1, len(line) + 1, 2):
        tried = post(served, path, moves=line[:n])
        assert tried["right"] and tried["finished"] == (n == len(line))
        assert tried["reply"] == (line[n] if n < len(line) else None)
        assert tried["state"]["position"] == str(played(puzzle.position, line[: n + 1]))
    after = served.client.get(f"{API}/progress").json()
    assert (after["solved"], after["attempts"]) == (before["solved"] + 1, before["attempts"] + 2)
    unsolved = served.client.get(f"{API}/puzzles", params={"unsolved": True}).json()
    assert puzzle.id not in [p["id"] for p in unsolved] and len(unsolved) == len(shipped()) - 1
    assert post(served, "/puzzles/none/attempt", 404, moves=["7d"])["field"] == "id"
    assert post(served, path, 400, moves=line[:2])["field"] == "moves"


def test_puzzles_are_selected(served: Served) -> None:
    theme = shipped()[0].themes[0]
    found = served.client.get(f"{API}/puzzles", params={"theme": theme, "level": shipped()[0].level}).json()
    assert [p["id"] for p in found] == [
        p.id for p in shipped() if theme in p.themes and p.level == shipped()[0].level
    ]
    themes = served.client.get(f"{API}/puzzles/themes").json()
    assert theme in [t["name"] for t in themes]


def test_a_quiz(served: Served) -> None:
    deal = Position.deal(TEN, 4)
    asked = {"deal": str(deal), "moves": random_moves(deal, 4, 18), "seat": 2, "seed": 7}
    questions = post(served, "/quiz", **asked)["questions"]
    assert len(questions) == 5 and "correct" not in json.dumps(questions)
    blank = post(served, "/quiz/marks", answers={}, **asked)
    right = {answer["id"]: answer["correct"] for answer in blank["answers"]}
    assert list(right) == [q["id"] for q in questions] and blank["marks"] == 0
    full = post(served, "/quiz/marks", answers=right, **asked)
    assert full["marks"] == full["of"] == 5
    assert post(served, "/quiz/marks", 400, answers={"x": []}, **asked)["field"] == "answers"
    assert post(served, "/quiz", 400, **asked | {"seat": 5})["field"] == "seat"


# what is refused, and what every answer carries


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "10.0.0.1", "", "[::", "@"]
)
def test_unknown_hosts_are_refused(served: Served, host: str) -> None:
    for path in ("/", f"{API}/games"):
        answer = served.client.get(path, headers={"Host": host})
        assert answer.status_code == 421 and answer.json()["error"]["field"] == "Host"


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:99", "[::1]:5"])
def test_known_hosts(served: Served, host: str) -> None:
    assert served.client.get(f"{API}/strengths", headers={"Host": host}).status_code == 200


def test_hosts_of_ones_own(tmp_path: Path) -> None:
    with serving(Settings(hosts=("board.example",), addresses=True)) as it:
        seen = {
            host: it.client.get(f"{API}/strengths", headers={"Host": host}).status_code
            for host in ("board.example", "192.168.1.7:80", "other.example", "localhost")
        }
    assert list(seen.values()) == [200, 200, 421, 421]


def test_pages_of_other_sites_are_refused(served: Served) -> None:
    own = {"Origin": served.url}
    assert served.client.post(f"{API}/deal", json={"rules": "scopa2"}, headers=own).status_code == 200
    for origin in ("http://evil.example", "null", served.url + "0", "https://localhost"):
        answer = served.client.post(f"{API}/deal", json={"rules": "scopa2"}, headers={"Origin": origin})
        assert answer.status_code == 403


def test_large_bodies_are_refused(served: Served) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(MAX_BODY // 1000 + 2):
            yield b" " * 1000

    for body in (b" " * (MAX_BODY + 1), pieces()):
        answer = served.client.post(f"{API}/deal", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 413
        assert str(MAX_BODY) in answer.json()["error"]["message"]
    just = b'{"rules": "scopa2"' + b" " * (MAX_BODY - 19) + b"}"
    answer = served.client.post(f"{API}/deal", content=just, headers={"Content-Type": "application/json"})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff",
        b"[" * 20000,
        b'{"rules": 1' + b"0" * 5000 + b"}",
        b'{"rules": "\\ud800"}',
    ],
)
def test_bodies_that_are_no_requests(served: Served, body: bytes) -> None:
    answer = served.client.post(f"{API}/deal", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["message"]


@pytest.mark.parametrize(
    "path",
    ["/static/../app.py", "/static/..%2fapp.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/static/",
     "/cards/italian/..%2f7d.svg", "/cards/italian/7x.svg", "/static/%00", "/etc/passwd", "/static/index.html%00.js",
     "/static/..\\app.py", f"{API}/puzzles/..%2f..%2fx"],
)  # fmt: skip
def test_no_path_reaches_the_file_system(served: Served, path: str) -> None:
    target = path.encode()
    request = served.client.build_request("GET", served.url)
    request.url = request.url.copy_with(raw_path=target)
    answer = served.client.send(request)
    assert answer.status_code == 404
    assert set(answer.json()) == {"error"}


def test_the_page_and_its_headers(served: Served) -> None:
    page = served.client.get("/", headers={"Accept-Encoding": "gzip"})
    assert page.status_code == 200 and page.headers["content-type"] == "text/html; charset=utf-8"
    for name, value in HEADERS.items():
        assert page.headers[name] == value
    again = served.client.get("/", headers={"If-None-Match": page.headers["etag"]})
    assert again.status_code == 304 and again.content == b""
    assert served.client.get("/static/index.html").text == page.text
    assert served.client.head("/").headers["etag"] == page.headers["etag"]
    answers = [served.client.get(f"{API}/nothing"), served.client.get("/", headers={"Host": "x"})]
    assert all(answer.headers["X-Content-Type-Options"] == "nosniff" for answer in answers)


def test_cards(served: Served) -> None:
    for style in ("italian", "french"):
        for name in ("7d", "Rb", "back"):
            answer = served.client.get(f"/cards/{style}/{name}.svg")
            assert answer.headers["content-type"] == "image/svg+xml" and answer.text.startswith("<svg")
            assert "max-age" in answer.headers["cache-control"]
    assert "seven" in served.client.get("/cards/italian/7d.svg?language=en").text


def test_documentation_needs_no_network(served: Served) -> None:
    text = served.client.get(f"{API}/docs").text
    openapi = served.client.get(f"{API}/openapi.json").json()
    assert text == docs.page(openapi)
    assert "http:" not in text and "https:" not in text and "<script" not in text
    for path, methods in openapi["paths"].items():
        assert path in text
        for operation in methods.values():
            assert operation["description"]


def test_serve_tells_errors_in_a_line(capsys: pytest.CaptureFixture[str], served: Served) -> None:
    port = served.url.rpartition(":")[2]
    assert main(["serve", "--port", port, "--no-open"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and f"port {port}" in err
    assert main(["serve", "--host", "no.such.host.invalid", "--no-open"]) == 2
    assert main(["serve", "--port", "99999"]) == 2
