"""The command line: what it prints, as people and as programs read it, and how it fails."""

import io
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scopone import Move, Position, Rules, __version__, examples
from scopone.cli import main

THREE = (
    "scopone10 3c5s7b/3s3b5d/5c6s7c/3d6bRc 5bRs AsAb2c2b4d4s6d6c7d7sFcFbCcCbRdRb/AdAc2d2s4c4bFdFsCdCs 0-2 0:3"
)
OVER = (
    "scopone10 -/-/-/- - AdAcAs2d2c2s3d3c3s4d4c4s5d5c5s6d6c6s7d7c7s/Ab2b3b4b5b6b7bFdFcFsFbCdCcCsCbRdRcRsRb"
    " 1-0 0:3"
)
BIG = 100 * 1024 * 1024


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Runs a command in this process: (exit status, stdout, stderr)."""

    def run(*args: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = main(args)
        out, err = capsys.readouterr()
        return status, out, err

    return run


def objects(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


# What the commands give


def test_solve_json(run) -> None:
    status, out, err = run("solve", THREE, "--json")
    (data,) = objects(out)
    assert (status, err) == (0, "")
    assert data["position"] == THREE
    assert (data["value"], data["lower"], data["upper"], data["exact"]) == (1, 1, 1, True)
    assert data["line"][0] == data["best"]
    assert data["nodes"] > 0
    assert data["seconds"] >= 0
    p = Position.parse(THREE)
    for move in data["line"]:
        p = p.play(move)
    assert p.is_over
    assert p.score().value == 1


def test_analyse_json_has_every_move_best_first(run) -> None:
    status, out, _ = run("analyse", THREE, "--json")
    (data,) = objects(out)
    assert status == 0
    moves = data["moves"]
    assert sorted(m["move"] for m in moves) == sorted(map(str, Position.parse(THREE).legal_moves))
    assert all(m["exact"] and m["lower"] == m["value"] == m["upper"] for m in moves)
    values = [m["value"] for m in moves]  # seat 0 moves, for side 0
    assert values == sorted(values, reverse=True)
    assert values[0] == data["value"] == 1


def test_a_limit_gives_bounds(run) -> None:
    line = str(Position.deal(Rules.preset("scopone10"), seed=1))
    for limit in (["--nodes", "1000"], ["--time", "0.05"]):
        status, out, err = run("solve", line, "--json", "--memory", "16", *limit)
        (data,) = objects(out)
        assert (status, err) == (0, "")
        assert data["value"] is None
        assert data["exact"] is False
        assert data["lower"] < data["upper"]
    assert "not exact" in run("solve", line, "--memory", "16", "--nodes", "1000")[1]


def test_moves_json(run) -> None:
    _, out, _ = run("moves", THREE, "--json")
    assert objects(out) == [{"position": THREE, "moves": ["3c", "5sx5b", "7b"]}]


def test_score_json(run) -> None:
    _, out, _ = run("score", OVER, "--json")
    (data,) = objects(out)
    assert data["over"] is True
    assert data["points"] == [4, 1]
    assert data["items"] == {
        "scope": [1, 0],
        "cards": [1, 0],
        "denari": [1, 0],
        "settebello": [1, 0],
        "primiera": [0, 1],  # side 0 has no bastoni
    }


def test_score_of_three_sides(run) -> None:
    _, out, _ = run("score", str(Position.deal(Rules.preset("scopa3"), 1)), "--json")
    assert objects(out)[0]["points"] == [0, 0, 0]


def test_perft_json(run) -> None:
    status, out, _ = run("perft", str(Position.deal(Rules.preset("scopone10"), 7)), "3", "--json")
    (data,) = objects(out)
    assert (status, data["depth"], data["nodes"]) == (0, 3, 1000)
    assert run("perft", "--file", "-", "3", "--json", stdin=THREE.encode())[0] == 0


def test_deal(run) -> None:
    status, out, _ = run("deal", "scopone9", "--seed", "7", "--count", "3", "--json")
    dealt = [data["position"] for data in objects(out)]
    assert status == 0
    assert dealt == [str(Position.deal(Rules.preset("scopone9"), seed)) for seed in (7, 8, 9)]
    assert run("deal", "scopone9", "--seed", "7", "--count", "3")[1].splitlines() == dealt
    assert Position.parse(run("deal", "scopa2")[1].strip()).is_opening


def test_render(run) -> None:
    _, out, _ = run("render", THREE)
    rows = out.splitlines()
    assert any(row.startswith(">") and "3c 5s 7b" in row for row in rows)
    assert any("table" in row and "5b Rs" in row for row in rows)
    (data,) = objects(run("render", THREE, "--json")[1])
    assert data["position"] == THREE
    assert "3c 5s 7b" in data["text"]


@pytest.mark.parametrize("command", ["solve", "analyse", "moves", "score", "render"])
@pytest.mark.parametrize("line", [THREE, OVER])
def test_readable_output_of_everything(run, command: str, line: str) -> None:
    status, out, err = run(command, line)
    assert (status, err) == (0, "")
    assert out.isascii()
    assert "\x1b" not in out  # no colours where nobody sees them


def test_readable_values_have_signs(run) -> None:
    assert "value +1: side 0 ends 1 point ahead" in run("solve", THREE)[1]
    _, out, _ = run("analyse", "refuse-the-scopa")
    assert "value 0: both sides end level" in out
    assert "2cx2b*" in out  # a scopa is marked
    assert "due di bastoni" in out


@pytest.mark.parametrize("name", examples.names())
def test_shipped_positions_have_one_best_move(run, name: str) -> None:
    (data,) = objects(run("analyse", name, "--json")[1])
    assert data["exact"]
    first, second = (m["value"] for m in data["moves"][:2])
    assert first != second
    (only,) = [m["move"] for m in data["moves"] if m["value"] == data["value"]]
    assert only == data["best"]
    assert not Move.parse(only).captured  # each of them is about a capture that is not made


# Where positions come from


def test_a_position_in_several_arguments(run) -> None:
    assert run("moves", *THREE.split(" "), "--json") == run("moves", THREE, "--json")
    assert run("score", *OVER.split(" "), "--json")[0] == 0  # its hands look like an option: -/-/-/-


def test_several_positions(run) -> None:
    status, out, err = run("moves", THREE, "example", "scopone10 nonsense", OVER, "--json")
    assert status == 1
    assert len(objects(out)) == 3
    assert err.startswith("scopone: position 3: ")
    assert err.count("\n") == 1


def test_standard_input_and_files(run, tmp_path: Path) -> None:
    text = f"# two positions\n\n{THREE}\r\n  \n{OVER}".encode()
    path = tmp_path / "positions.txt"
    path.write_bytes(text)
    results = [
        run("moves", "-", "--json", stdin=text),
        run("moves", "--file", "-", "--json", stdin=text),
        run("moves", "--file", str(path), "--json"),
        run("moves", "--json", "--file", str(path)),
        run("moves", "-", "--json", stdin=b"\xef\xbb\xbf" + text),
    ]
    assert len(objects(results[0][1])) == 2
    assert all(result == results[0] for result in results)


def test_a_bad_line_among_many_is_told_and_the_rest_is_done(run) -> None:
    text = f"{THREE}\nscopone10 nonsense\n{THREE.replace('3c5s', '3c3c')}\n\xff\n{OVER}\n".encode("latin-1")
    status, out, err = run("solve", "-", "--json", stdin=text)
    assert status == 1
    assert [data["position"] for data in objects(out)] == [THREE, OVER]
    lines = err.splitlines()
    assert [line.split(": ")[1] for line in lines] == [f"standard input, line {n}" for n in (2, 3, 4)]
    assert "hands, column 13: 3c stands twice" in lines[1]
    assert "not UTF-8" in lines[2]


# What goes wrong


def is_one_line(err: str) -> bool:
    return err.startswith("scopone: ") and err.endswith("\n") and err.count("\n") == 1


@pytest.mark.parametrize("group", ["tables", "batch", "puzzles"])
def test_a_group_without_a_command_says_so(run, group: str) -> None:
    status, _, err = run(group)  # the help of some goes to stdout
    assert (status, err) == (2, f"scopone: Missing command (see scopone {group} --help)\n")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["frobnicate"], "No such command"),
        (["puzzles", "list", "--rules", "nosuch"], "unknown rules 'nosuch'"),
        (["solve"], "no position given"),
        (["solve", "foo"], "no position and no shipped one"),
        (["solve", "scopone10 nonsense"], "2 fields"),
        (["solve", THREE.replace("7d", "7x")], "unknown card '7x'"),
        (["solve", THREE.replace("7d", "7s", 1)], "7s stands twice"),
        (["solve", THREE.replace("3c5s7b", "3c5s")], "do not fit"),
        (["solve", THREE.replace(" 0:3", " 9:3")], "turn, column"),
        (["solve", THREE.replace("3c5s7b", "?3")], "hands, column 11: hidden cards"),
        (["solve", "scopone10", "a", "b"], "3 fields"),
        (["solve", "scopone10 \udcff\udcfe"], ""),
        (["solve", THREE, "--threads", "0"], "--threads"),
        (["solve", THREE, "--threads", "1.5"], "--threads"),
        (["solve", THREE, "--time", "-1"], "--time"),
        (["solve", THREE, "--time", "0"], "--time"),
        (["solve", THREE, "--time", "nan"], "--time"),
        (["solve", THREE, "--time", "inf"], "--time"),
        (["solve", THREE, "--nodes", "0"], "--nodes"),
        (["solve", THREE, "--nodes", "9" * 40], "--nodes"),
        (["solve", THREE, "--memory", "0"], "--memory"),
        (["solve", THREE, "--memory", "many"], "--memory"),
        (["solve", THREE, "--frobnicate"], "No such option"),
        (["solve", THREE, "--file", "positions.txt"], "one or the other"),
        (["solve", "--file", "no/such/file"], "No such file"),
        (["solve", "--file", "/"], "directory"),
        (["solve", "--file", "a\0b"], "no such file"),
        (["solve", "--file", os.devnull], "no position in it"),
        (["solve", "-"], "standard input: no position in it"),
        (["solve", __file__], "read it with --file"),
        (["perft", THREE], "DEPTH"),
        (["perft", THREE, "61"], "DEPTH"),
        (["perft", "3"], "no position given"),
        (["deal"], "RULES"),
        (["deal", "scopone11"], "unknown rules"),
        (["deal", "scopone10", "--count", "0"], "--count"),
        (["deal", "scopone10", "--seed", "x"], "--seed"),
        (["deal", "scopone10", "--seed", "-7"], "-7 is negative"),
        (["deal", "scopa2+badoption"], "unknown option 'badoption': is it optional? (scopone rules lists"),
        (["solve", "example", "--memory", "16777215"], "MiB of this machine"),
        (
            ["solve", "example", "two-players", "--checkpoint", "no/such/place"],
            "of one position, and here are more",
        ),
    ],
)
def test_bad_input_is_one_line_and_status_2(run, args: list[str], said: str) -> None:
    status, out, err = run(*args)
    assert (status, out) == (2, "")
    assert is_one_line(err)
    assert said in err


def test_a_game_of_three_sides_cannot_be_solved_but_its_moves_listed(run) -> None:
    line = str(Position.deal(Rules.preset("scopa3"), seed=1))
    status, out, err = run("solve", line, "--json")
    assert (status, out) == (2, "")
    assert is_one_line(err)
    assert run("moves", line)[0] == 0


@pytest.mark.parametrize("data", [b"\xff\xfe\x00garbage", b"\x00" * 5000, b"x" * 5000, b"\x80", b"\xf0\x9f"])
def test_garbage_bytes(run, data: bytes) -> None:
    status, out, err = run("solve", "-", stdin=data)
    assert (status, out) == (2, "")
    assert is_one_line(err)
    assert "line 1" in err
    status, out, err = run("moves", "-", "--json", stdin=data + b"\n" + THREE.encode())
    assert (status, len(objects(out))) == (1, 1)
    assert is_one_line(err)


def test_a_long_comment_is_a_comment(run) -> None:
    assert run("moves", "-", stdin=b"#" * 10000 + b"\n" + THREE.encode())[0] == 0


def test_help_is_there_for_every_command(run) -> None:
    status, out, err = run("--help")
    assert (status, err) == (0, "")
    for command in ("solve", "analyse", "moves", "score", "perft", "deal", "render"):
        assert f" {command} " in out
        status, text, err = run(command, "--help")
        assert (status, err) == (0, "")
        assert "--json" in text
    assert run()[:2] == (0, out)
    assert run("--version") == (0, f"scopone {__version__}\n", "")


# As a process of its own


def hear_interrupts() -> None:
    signal.signal(
        signal.SIGINT, signal.SIG_DFL
    )  # a shell that runs the tests in the background has it ignored


def scopone(*args: str, begin: Callable[[], None] = hear_interrupts) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "scopone", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=begin,  # noqa: PLW1509  (no threads here)
    )


def test_python_dash_m() -> None:
    process = scopone("moves", "--json", THREE)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, b"")
    assert json.loads(out)["position"] == THREE


def test_a_line_of_100_mb_is_not_held_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    with path.open("wb") as stream:
        stream.truncate(BIG)  # a hole in the file: zeros that take no room on the disk
        stream.seek(BIG)
        stream.write(f"\n{THREE}\n".encode())

    def keep_small() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (BIG, BIG))

    process = scopone("moves", "--json", "--file", str(path), begin=keep_small)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert is_one_line(err.decode())
    assert f"line 1: {BIG + 1} bytes" in err.decode()
    assert json.loads(out)["position"] == THREE


def test_a_closed_pipe_is_quiet() -> None:
    process = scopone("deal", "scopone10", "--count", "100000000")
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    assert process.wait(timeout=30) == 141


def interrupted(*arguments: str) -> tuple[int, bytes, bytes]:
    """A command that gets one Ctrl-C while it works; later, if the machine was too slow for it to have begun."""
    for patience in (2.0, 8.0, 30.0):
        process = scopone(*arguments)
        try:
            time.sleep(patience)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
        if (
            out and b"Traceback" not in err
        ):  # without output it had not begun, the other is Python's own start
            break
    return process.returncode, out, err


@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_ctrl_c_tells_the_bounds_so_far(command: str) -> None:
    line = str(Position.deal(Rules.preset("scopone10"), seed=1))
    status, out, err = interrupted(command, line, "--json", "--memory", "16")
    assert (status, err) == (130, b"")
    (data,) = objects(out.decode())
    assert data["value"] is None
    assert data["lower"] < data["upper"]


def test_ctrl_c_ends_a_count_quietly() -> None:
    line = str(Position.deal(Rules.preset("scopone10"), seed=1))
    assert interrupted("perft", line, "40") == (130, b"", b"")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("solve - <&-", "no position"),
        ("solve example >/dev/full", "No space left"),
        ("solve example --threads 65", "65"),
        ("solve example --checkpoint /nonexistent/file", "/nonexistent/file"),
    ],
)
def test_what_the_system_refuses_is_one_line(line: str, said: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m scopone {line}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_search_that_is_ended_keeps_its_checkpoint(tmp_path: Path) -> None:
    file = tmp_path / "search"
    line = str(Position.deal(Rules.preset("scopone10"), seed=1))
    process = scopone(
        "solve", line, "--json", "--memory", "16", "--checkpoint", str(file), "--nodes", "99999999999"
    )
    try:
        while not file.exists():
            time.sleep(0.1)
            assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, err) == (130, b"")
    assert objects(out.decode())[0]["exact"] is False
    assert [p.name for p in tmp_path.iterdir()] == ["search"]
