"""Card counting: what a seat can know, the questions about it and their marks."""

import io
from dataclasses import replace

import pytest

from scopone import Move, Position, Rules
from scopone.cards import Card, pack
from scopone.cli import main
from scopone.counting import Count, Question, marks, questions_of, quiz
from scopone.host import play_deal
from scopone.players import make_player

GAMES = ("scopone10", "scopone9", "scopa2", "scopa3", "scopa6", "cicera", "asso_pigliatutto_pairs", "bazzica")


def hand_of(game: str, seed: int) -> tuple[Position, list[Move]]:
    rules = Rules.preset(game)
    deal = Position.deal(rules, seed)
    return deal, play_deal(deal, [make_player("greedy")] * rules.players, seed).moves


def after(deal: Position, moves: list[Move]) -> Position:
    for move in moves:
        deal = deal.play(move)
    return deal


@pytest.mark.parametrize("game", GAMES)
def test_the_count_follows_from_the_moves(game: str) -> None:
    """A book kept from the opening table, the moves and the own hand alone agrees at every moment."""
    for seed in range(3):
        deal, moves = hand_of(game, seed)
        rules = deal.rules
        taken: list[set[Card]] = [set(p) for p in deal.piles]
        table, own = set(deal.table), [set(h) for h in deal.hands]
        position = deal
        for n, move in enumerate(moves[:-1]):
            seat = n % rules.players
            own[seat].discard(move.card)
            if move.captured:
                taken[rules.sides[seat]] |= {move.card, *move.captured}
                table -= set(move.captured)
            else:
                table.add(move.card)
            position = position.play(move)
            if not any(own):
                own = [set(h) for h in position.hands]  # everybody looks at the new hand
            played = table.union(*taken)
            for viewer in range(rules.players):
                count = Count(position, viewer)
                known = played | own[viewer]
                known.update(c for shown in position.revealed for c in shown)
                assert set(count.out) == set(pack(rules.deck)) - known
                for side in range(rules.n_sides):
                    assert set(count.taken(side)) == taken[side]
                odd = {r for r in rules.ranks if sum(c.rank == r for group in taken for c in group) % 2}
                assert set(count.unpaired) == odd


def test_the_unpaired_ranks_add_up_to_an_even_number() -> None:
    """Each capture takes an even total: what players check their count with."""
    some = 0
    for seed in range(10):
        deal, moves = hand_of("scopone10", seed)
        for n in range(len(moves)):
            unpaired = Count(after(deal, moves[:n]), 0).unpaired
            assert sum(deal.rules.ranks.index(rank) + 1 for rank in unpaired) % 2 == 0
            some += len(unpaired)
    assert some > 100


def test_hidden_cards_have_no_say() -> None:
    """Hands between which unplayed cards are changed over give the same questions with the same answers."""
    for seed in range(20):
        deal, moves = hand_of("scopone9", seed)
        moves = moves[:18]
        end = after(deal, moves)
        a, b = end.hands[1][0], end.hands[3][0]
        hands = [list(h) for h in deal.hands]
        hands[1][hands[1].index(a)], hands[3][hands[3].index(b)] = b, a
        other = Position.make(
            deal.rules, [tuple(sorted(h)) for h in hands], deal.table, deal.piles, deal.scope, deal.bonus, 0,
            None, None, ()
        )  # fmt: skip
        assert quiz(deal, moves, 0, 5, 50) == quiz(other, moves, 0, 5, 50)


def test_a_quiz_repeats_itself_and_varies() -> None:
    deal, moves = hand_of("scopone9", 1)
    first = quiz(deal, moves[:20], 2, 1)
    assert first == quiz(deal, list(map(str, moves[:20])), 2, 1)
    assert len(first) == 5
    assert first[0].kind == "unpaired"
    assert len({q.kind for q in first}) == 5
    assert len({quiz(deal, moves[:20], 2, seed) for seed in range(10)}) > 5
    everything = quiz(deal, moves[:20], 2, 1, 100)
    assert sorted(q.id for q in everything) == sorted(
        q.id for q in questions_of(Count(after(deal, moves[:20]), 2))
    )


def test_before_the_first_card_only_what_lies_there_is_asked() -> None:
    deal, _ = hand_of("scopone9", 1)
    assert {q.kind for q in quiz(deal, [], 0, 1, 100)} == {"rank", "suit", "sevens", "denari"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["it", "en"])
def test_questions_are_told_in_words(game: str, language: str) -> None:
    deal, moves = hand_of(game, 2)
    texts = set()
    for question in quiz(deal, moves[: len(moves) // 2], 0, 1, 100):
        text = question.text(language)
        assert text.endswith("?") and "{" not in text
        texts.add(text)
        assert set(question.answer) <= set(question.choices)
        assert not question.single or len(question.answer) == 1
        for choice in question.choices:
            assert question.choice_text(choice, language)
    assert len(texts) == len(quiz(deal, moves[: len(moves) // 2], 0, 1, 100))


SEVENS = Question("rank-7", "rank", "7", ("7d", "7c", "7s", "7b"), ("7d", "7b"), False)


@pytest.mark.parametrize(
    ("given", "mark"),
    [
        (["7d", "7b"], 1),
        (["7b", "7d", "7d"], 1),
        (["7d"], 0.5),
        (["7d", "7c"], 0),
        (["7d", "7b", "7c"], 0.5),
        (["7d", "7c", "7s", "7b"], 0),
        ([], 0),
    ],
)
def test_marks_of_several_things(given: list[str], mark: float) -> None:
    assert SEVENS.mark(given) == mark


def test_marks_where_nothing_is_right_or_one_number() -> None:
    none = replace(SEVENS, answer=())
    assert (none.mark([]), none.mark(["7d"])) == (1, 0)
    number = Question("sevens", "sevens", "", ("0", "1", "2", "3", "4"), ("2",), True)
    assert (number.mark(["2"]), number.mark(["1"]), number.mark(["1", "2"]), number.mark([])) == (1, 0, 0, 0)


def test_marks_of_a_quiz() -> None:
    deal, moves = hand_of("scopone9", 4)
    asked = quiz(deal, moves[:25], 1, 9)
    full = marks(asked, {q.id: q.answer for q in asked})
    assert [m.mark for m in full] == [1] * 5 and all(m.right for m in full)
    assert [m.mark for m in marks(asked, {})] == [0] * 5  # also where no card would be the right answer
    assert not marks(asked, {})[0].right
    with pytest.raises(ValueError, match="no question 'x'"):
        marks(asked, {"x": []})
    with pytest.raises(ValueError, match="unpaired: 'Z' is no choice"):
        marks(asked, {"unpaired": ["Z"]})


def test_bad_seats_and_moves() -> None:
    deal, _ = hand_of("scopone9", 4)
    with pytest.raises(ValueError, match="seat 4 of 4 players"):
        quiz(deal, [], 4, 1)
    with pytest.raises(ValueError, match="does not hold"):
        quiz(deal, [next(c for c in map(str, pack()) if Card(c) in deal.hands[1])], 0, 1)


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Full marks for the right answers in any case; what cannot be chosen is asked again."""
    from scopone.cli.quiz import _hand

    deal, moves = _hand("scopa2", "chitarrella", 0, 5)
    answers = [" ".join(q.answer).lower() or "-" for q in quiz(deal, moves, 0, 5)]
    rounds = len(moves) // 2 + 1
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * rounds + "zz\n" + "\n".join(answers) + "\n"))
    assert main(["quiz", "--seed", "5", "--rules", "scopa2", "--language", "it"]) == 0
    out = capsys.readouterr().out
    assert "zz non si può scegliere" in out
    assert out.count("Giusto.") == 5
    assert "Punti: 5.0 su 5." in out
    assert [line for line in out.splitlines() if "  Sud " in line or "  Nord " in line] != []


def test_the_command_ends_with_its_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for typed in ("", "\n", "\n" * 60):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main(["quiz", "--seed", "5"]) == 0
    assert "Marks: " in capsys.readouterr().out  # nothing typed is an answer


@pytest.mark.parametrize(
    "args", [["--rules", "nonsense"], ["--seat", "9"], ["--player", "x"], ["--language", "fr"]]
)
def test_the_command_refuses(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quiz", *args]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
