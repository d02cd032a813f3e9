"""The players: named rules on positions that a player would recognise, no leaks, legality, repeatability."""

import random
from dataclasses import fields

import pytest

from scopone import Card, Move, Position, Rules
from scopone.cards import pack, read_cards
from scopone.host import ask, play_deal
from scopone.notation import Hidden
from scopone.players import PLAYERS, PlayerError, make_player, player_names
from scopone.players import chitarrella as ch
from scopone.players import cicuti as ci
from scopone.players import greedy as gr
from scopone.players.advice import Rule, decide
from scopone.players.sight import Sight
from scopone.view import OpenView, View

NINE = Rules.preset("scopone9")
QUICK = {  # every player, at a strength that tests can afford
    "ismcts": "ismcts:iterations=200",
    "pimc": "pimc:worlds=20,exact=2",
    "maestro": "maestro:seconds=0.001",
    "oracle": "oracle:iterations=200,exact=2",
}
SPECS = [QUICK.get(name, name) for name in player_names()] + ["ismcts:iterations=200,tuned=0"]


def table_of(
    hand: str, table: str, *, turn: int = 0, out: str = "", gone: str = "", history: tuple[str, ...] = ()
) -> View:
    """A view with this hand and table; `out` is hidden, `gone` captured, the rest falls as it may."""
    own, lying = tuple(sorted(read_cards(hand))), tuple(sorted(read_cards(table)))
    sizes = [len(own) - (seat < turn) for seat in range(4)]
    n_hidden = sum(sizes) - sizes[turn]
    assert sizes[turn] == len(own)
    rest = [c for c in pack() if c not in {*own, *lying, *read_cards(out), *read_cards(gone)}]
    hidden = [*read_cards(out), *rest]
    captured = [*read_cards(gone), *hidden[n_hidden:]]
    hands = tuple(own if seat == turn else Hidden(sizes[seat]) for seat in range(4))
    half = len(captured) // 2
    piles = (tuple(sorted(captured[:half])), tuple(sorted(captured[half:])))
    last = None if not captured else 0 if half else 1
    view = View(
        NINE,
        turn,
        hands,
        lying,
        piles,
        (0, 0),
        (0, 0),
        last,
        None,
        Hidden(0),
        tuple(map(Move.parse, history)),
    )
    assert str(View.parse(str(view))) == str(view)
    assert len(view.unseen) == n_hidden
    return view


def preferred(rule: Rule, view: View) -> set[str]:
    """The moves that a rule prefers; fails if it has no say."""
    sight = Sight(view)
    assert rule.applies(sight)
    kept = rule.best(sight, sight.moves)
    assert len(kept) < len(sight.moves)
    return set(map(str, kept))


def test_scopa_is_taken() -> None:
    assert preferred(gr.SCOPA, table_of("7sAc", "3c4b")) == {"7sx3c4b"}


def test_no_gift() -> None:
    # six and three make nine, and knights are out; six and ace make seven, and all sevens are gone
    view = table_of("3dAc", "6s", out="CdCcCs", gone="7d7c7s7b")
    assert preferred(gr.NO_GIFT, view) == {"Ac"}


def test_richest_capture() -> None:
    assert preferred(gr.RICHEST, table_of("7sRd", "7dRc2s")) == {"7sx7d"}


def test_cheapest_card() -> None:
    assert preferred(gr.CHEAPEST, table_of("7dRcAd", "")) == {"Rc"}


def test_settebello() -> None:
    assert preferred(ch.SETTEBELLO, table_of("7c5s", "7d5d2c")) == {"7cx7d"}


def test_ace_and_seven_with_one_seven() -> None:
    assert preferred(ch.ACE_AND_SEVEN, table_of("Fs7cRb", "7dAc4s")) == {"FsxAc7d"}


def test_ace_and_seven_with_two_sevens() -> None:
    assert preferred(ch.ACE_AND_SEVEN, table_of("Fs7c7b", "7dAc4s")) == {"7cx7d", "7bx7d"}


def test_never_leaves_a_sweep() -> None:
    view = table_of("2c6d", "5s", out="7d7c7s7b", gone="AdAcAsAb")
    assert preferred(ch.NO_SWEEP, view) == {"6d"}


def test_sweep_whose_cards_are_accounted_for() -> None:
    # four and five make nine, but all knights are gone
    view = table_of("5cRd", "4s", out="2d2c", gone="CdCcCsCbRcRsRb")
    assert Sight(view).risk(Move.parse("5c")) == 0


def test_sevens_with_the_settebello() -> None:
    assert preferred(ch.SEVENS, table_of("7dRs", "7cRb2s")) == {"7dx7c"}


def test_dealers_side_unpairs_the_sevens() -> None:
    view = table_of("RsFs2c", "7c3dAs", turn=3, out="7s3sAcRcFc2s")
    assert preferred(ch.UNPAIR_SEVENS, view) == {"Rsx3d7c", "FsxAs7c"}


def test_partners_double_is_left() -> None:
    view = table_of("4sRd6c", "4d6s", turn=2, out="4c6d", history=("4d", "6s"))
    assert preferred(ch.PARTNERS_DOUBLE, view) == {"6cx6s"}


def test_third_hands_seven_is_left_to_the_partner() -> None:
    view = table_of("7dRsAc", "7c2s", turn=3, history=("2s", "Fd", "7c"))
    sight = Sight(view)
    assert ch.LEAVE_SEVEN_TO_PARTNER.applies(sight)
    assert "7dx7c" not in map(str, ch.LEAVE_SEVEN_TO_PARTNER.best(sight, sight.moves))


def test_hand_side_breaks_the_complements_of_seven() -> None:
    # five takes two and three, six takes a six: the first unpairs
    assert preferred(ch.SPARIGLIO, table_of("5s6c", "2d3c6s")) == {"5sx2d3c"}


def test_dealers_side_keeps_ranks_even() -> None:
    assert preferred(ch.KEEP_PARITY, table_of("5s6c", "2d3c6s", turn=3, out="5d2s3s")) == {"6cx6s"}


def test_hand_side_wants_an_odd_number_unpaired() -> None:
    # every rank is even: the sum makes three of them odd, the pair none
    assert preferred(ch.ODD_NUMBER, table_of("5s6c", "2d3c6sRd", out="5d2s3sRsCdCs")) == {"5sx2d3c"}


def test_low_cards_off_the_table() -> None:
    assert preferred(ch.LOW_CARDS, table_of("2sCc", "2dCsRb", turn=3)) == {"2sx2d"}


def test_leads_from_many() -> None:
    ten = Rules.preset("scopone10")
    hand = "2c3d3s3b5c6d7d7sFcRb"
    own = tuple(read_cards(hand))
    hands = (own, Hidden(10), Hidden(10), Hidden(10))
    view = View(ten, 0, hands, (), ((), ()), (0, 0), (0, 0), None, None, Hidden(0))
    assert preferred(ch.LEAD, view) == {"3d", "3s", "3b"}


def test_lays_from_a_double_but_not_sevens() -> None:
    assert preferred(ch.DOUBLE, table_of("7c7s4d4bRs", "")) == {"4d", "4b"}


def test_anchor() -> None:
    assert preferred(ch.ANCHOR, table_of("4d5s", "", out="5d", gone="4c4s4b")) == {"4d"}


def test_answers_the_partner() -> None:
    # the partner laid a three, the opponent took it: the partner holds its twin, so the three is laid
    view = table_of("3sRd6c", "Fs", turn=2, gone="3c3d", history=("3d", "3cx3d"))
    assert preferred(ch.ANSWER_PARTNER, view) == {"3s"}
    assert not ch.ANSWER_PARTNER.applies(Sight(table_of("4sRd6c", "Fs", turn=2, history=("3d", "3cx3d"))))


def test_keeps_a_pair_for_the_end() -> None:
    # one four is gone, so fours are unpaired; kings are not
    assert preferred(ch.LAST_CARDS, table_of("4dRs", "", gone="4c", out="4s4bRdRcRb")) == {"4d"}


def test_what_counts_stays_in_hand() -> None:
    assert preferred(ch.PROTECT, table_of("7d6cRs", "")) == {"Rs"}


def test_lowest_first() -> None:
    assert preferred(ch.LOWEST, table_of("4cFsRs", "")) == {"4c"}


def test_cicuti_takes_any_seven() -> None:
    assert preferred(ci.TAKE_SEVENS, table_of("RdFs", "7c3dFb")) == {"Rdx3d7c"}


def test_cicuti_keeps_sevens() -> None:
    assert preferred(ci.KEEP_SEVENS, table_of("7cRs", "2d")) == {"Rs"}


def test_cicuti_leaves_no_seven() -> None:
    assert preferred(ci.COVER_SEVENS, table_of("RdFs", "7c3dFb", out="7s")) == {"Rdx3d7c"}


def test_rules_have_names_sources_and_words() -> None:
    for rules in (gr.RULES, ch.RULES, ci.RULES_ON_SEVENS):
        assert len({rule.name for rule in rules}) == len(rules)
        assert all(rule.source and rule.says.endswith(".") for rule in rules)


def test_choice_is_explained_by_the_rules_that_decided() -> None:
    view = table_of("7c5s", "7d5d2c")
    choice = make_player("chitarrella").choose(view, 0)
    assert str(choice.move) == "7cx7d"
    assert [r.rule for r in choice.reasons] == ["settebello"]
    # with only one legal move nothing had to be decided
    assert decide(ch.RULES, Sight(table_of("7d", "7c"))).reasons == ()


# players by name


def test_spellings() -> None:
    assert make_player("Chitarella") == make_player("chitarrella")


def test_spec_round_trip() -> None:
    for spec in SPECS:
        player = make_player(spec)
        assert make_player(player.spec) == player
        assert player.about


BAD = ["", "nobody", "ismcts:iterations", "ismcts:iterations=x", "greedy:a=1", "ismcts:iterations=-4"]
BAD += ["ismcts:epsilon=nan", "ismcts:iterations=1e3"]


@pytest.mark.parametrize("bad", BAD)
def test_bad_specs(bad: str) -> None:
    with pytest.raises(PlayerError):
        make_player(bad)


# every player


def some_positions(rules: Rules, n: int, seed: int) -> list[tuple[Position, list[Move]]]:
    """Positions from random play with what has been played."""
    rng = random.Random(seed)
    found = []
    while len(found) < n:
        position, history = Position.deal(rules, rng.randrange(1 << 30)), []
        stop = rng.randrange(position.cards_left)
        for _ in range(stop):
            history.append(rng.choice(position.legal_moves))
            position = position.play(history[-1])
        found.append((position, history))
    return found


def reshuffled(position: Position, rng: random.Random) -> Position:
    """The same position with the cards that the seat to move does not see lying otherwise."""
    hidden = [c for seat, h in enumerate(position.hands) if seat != position.turn for c in h]
    hidden += position.stock
    rng.shuffle(hidden)
    hands = []
    for seat, h in enumerate(position.hands):
        hands.append(h if seat == position.turn else tuple(hidden.pop() for _ in h))
    return Position.make(
        position.rules,
        hands,
        position.table,
        position.piles,
        position.scope,
        position.bonus,
        position.turn,
        position.last_capturer,
        position.last_laid,
        tuple(hidden),
    )


FAIR = [spec for spec in SPECS if not make_player(spec).sees_all]


@pytest.mark.parametrize("spec", FAIR)
@pytest.mark.parametrize("game", ["scopone9", "scopone10", "scopa2"])
def test_hidden_cards_change_nothing(spec: str, game: str) -> None:
    player = make_player(spec)
    rng = random.Random(5)
    changed = 0
    for position, history in some_positions(Rules.preset(game), 6, 11):
        other = reshuffled(position, rng)
        changed += other != position
        one, two = View.of(position, history), View.of(other, history)
        assert one == two and str(one) == str(two)
        assert player.choose(one, 3) == player.choose(two, 3)
    assert changed


def test_a_view_holds_no_hidden_card() -> None:
    """By construction: whatever a view holds, in any field, is in the mover's hand or public."""
    for position, history in some_positions(NINE, 20, 2):
        view = View.of(position, history)
        public = {*position.hands[position.turn], *position.table, *(c for p in position.piles for c in p)}
        seen: set[Card] = set()

        def walk(value: object, seen: set[Card] = seen) -> None:
            if isinstance(value, Card):
                seen.add(value)
            elif isinstance(value, (tuple, list)):
                for v in value:
                    walk(v)

        for f in fields(view):
            walk(getattr(view, f.name))
        assert seen <= public


def test_the_oracle_says_that_it_cheats() -> None:
    assert [name for name, kind in PLAYERS.items() if kind.sees_all] == ["oracle"]
    position = Position.deal(NINE, 1)
    with pytest.raises(TypeError):
        make_player("oracle").choose(View.of(position), 0)
    assert make_player("oracle:iterations=50").choose(OpenView.of(position), 0).move in position.legal_moves


GAMES = "scopone9 scopone10 scopa2 scopa3 scopa6 cirulla cicera escoba asso_pigliatutto bazzica ponino"


def check_legal(n: int) -> None:
    for i, game in enumerate(GAMES.split()):
        for j, (position, history) in enumerate(some_positions(Rules.preset(game), n, i)):
            for spec in SPECS:
                choice = ask(make_player(spec), position, history, j)
                assert choice.move in position.legal_moves
                if choice.estimates:
                    assert {e.move for e in choice.estimates} <= set(position.legal_moves)


def test_moves_are_legal() -> None:
    check_legal(8)


@pytest.mark.slow
def test_moves_are_legal_over_ten_thousand_positions() -> None:
    check_legal(10_000 // len(GAMES.split()) + 1)


@pytest.mark.parametrize("spec", SPECS)
def test_same_seed_same_game(spec: str) -> None:
    deal = Position.deal(NINE, 4)
    seats = [make_player(spec)] * 4
    assert play_deal(deal, seats, 7).moves == play_deal(deal, seats, 7).moves


def test_oracle_plays_exactly_at_the_end() -> None:
    from scopone import analyse

    for position, history in some_positions(NINE, 30, 8):
        if len(position.hands[position.turn]) > 3:
            continue
        choice = ask(make_player("oracle"), position, history, 0)
        best = analyse(position)
        assert choice.estimates[0].points.mean == best.value
        assert choice.estimates[0].points.error == 0


def test_the_others_as_modelled() -> None:
    """Where the others surely move as the model says, each move is worth what its best answer to that makes."""
    from scopone.bench import random_position
    from scopone.players.search import sensible
    from scopone.solver.ismcts import ismcts
    from scopone.solver.sampling import Worlds

    rules = Rules.preset("scopa2")
    policy = sensible(rules)

    def against_the_model(position: Position, side: int) -> int:
        if position.is_over:
            return position.score().value
        if rules.sides[position.turn] == side:
            values = [against_the_model(position.play(m), side) for m in position.legal_moves]
            return min(values) if side else max(values)
        card, takes, taken, _ = policy.scores(position)[0]
        return against_the_model(position.play(position.move(card, takes, taken)), side)

    better = 0
    for seed in range(40):
        position = random_position(rules, seed, left=6)  # the last handful
        side = rules.sides[position.turn]
        found = {}
        for others in (0.0, 1.0):
            worlds = Worlds(position, (False, False), False)
            tallies = ismcts(worlds, policy, 3000, 1, epsilon=0, others=others, sharpness=1e4)
            most = max(tallies, key=lambda t: t[3])
            found[others] = position.move(most[0], most[1], most[2])
        sign = -1 if side else 1
        value = {others: sign * against_the_model(position.play(m), side) for others, m in found.items()}
        assert value[1.0] == sign * against_the_model(position, side)
        better += value[0.0] < value[1.0]
    assert better  # the move against strong opponents sometimes makes less of weak ones


def test_chances_are_at_most_one() -> None:
    for spec in ("ismcts:epsilon=1.5", "oracle:others=2"):
        with pytest.raises(PlayerError, match="out of range"):
            make_player(spec)


def test_a_declared_wild_card_plays_as_its_rank() -> None:
    """In cirulla the seven of cups, declared as an ace, captures as one."""
    position = Position.parse(
        "cirulla 3b/Ac7c!A Cc Ab2d3c3s4s5c5s5b6d7bFbCdRcRb/Ad3d4c6c6b7d7sFcCbRs 2-3(+10) 1:1"
        " 2s4b6sFd4dAsCs2cRd5dFs2b"
    )
    for spec in SPECS:
        assert ask(make_player(spec), position, [], 1).move in position.legal_moves
