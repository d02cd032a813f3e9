"""The past of a deal, reduced to what can still change points.

Of the captured cards only a statistic matters: how many cards and denari side 0 has, the primiera, and cards that
score in sets. A category that is decided whoever takes the rest is settled: its points are a constant, and two
pasts that differ in nothing else are the same.
"""

from libc.stdlib cimport abs
from libc.string cimport memset

from scopone.solver.bounds cimport of_tally, primiera_rating
from scopone.solver.cards cimport LANE, count, lane, mask_t
from scopone.solver.gain cimport marked_open, marked_points
from scopone.solver.plan cimport levels, make_plan, special_span, special_value, tally_t, unplayed
from scopone.solver.rules cimport PRIMIERA_POINTS, rules_t
from scopone.solver.state cimport NOBODY, State


cdef enum:
    SETTLED = 63             # in place of a number of cards
    SETTLED_LEVEL = 31       # in place of a primiera level
    MIDDLE = 512             # the difference 0 of settled suits


cdef int _tally(const tally_t* t, mask_t pile, mask_t rest, uint64_t* field) noexcept nogil:
    """The points of a majority that is settled, else 0; `field` is what must be known of it."""
    cdef int own = count(pile & t.of)
    cdef int least = of_tally(t, own)
    field[0] = SETTLED
    if t.points == 0 or least == of_tally(t, own + count(rest & t.of)):
        return least if t.points else 0
    field[0] = own
    return 0


cdef inline int _sign(int x) noexcept nogil:
    return (x > 0) - (x < 0)


cdef int _primiera(const plan_t* plan, const past_t* p, mask_t rest, uint64_t* field) noexcept nogil:
    """The points of a primiera that is settled, else 0; `field` is what must be known of it."""
    cdef int least, suit, a, b, difference = MIDDLE
    field[0] = ~<uint64_t>0
    if not plan.primiera:
        return 0
    least = _sign(primiera_rating(plan, p.pile[0]) - primiera_rating(plan, p.pile[1] | rest))
    if least == _sign(primiera_rating(plan, p.pile[0] | rest) - primiera_rating(plan, p.pile[1])):
        return least * plan.primiera
    if plan.rules.primiera != PRIMIERA_POINTS:
        field[0] = levels(plan, p.pile[0])       # the other side has what is neither here nor left
        return 0
    field[0] = 0
    for suit in range(4):
        a = plan.level[lane(p.pile[0], suit)]
        b = plan.level[lane(p.pile[1], suit)]
        if a and b and lane(rest, suit) & plan.alive[min(a, b)] == 0:
            difference += plan.worth[a] - plan.worth[b]
            a = b = SETTLED_LEVEL
        field[0] = field[0] << 10 | a << 5 | b
    field[0] = field[0] << 10 | difference
    return 0


cdef int condense(const plan_t* plan, const past_t* p, key_t* key) noexcept nogil:
    """Fills the key of a past; returns the points that are settled, side 0 minus side 1.

    What was won in play, scope and cards with points of their own, is in neither.
    """
    cdef mask_t rest = p.unplayed | p.table
    cdef uint64_t cards, suit
    cdef int settled = _tally(&plan.cards, p.pile[0], rest, &cards)
    settled += _tally(&plan.suit, p.pile[0], rest, &suit)
    settled += _primiera(plan, p, rest, &key.primiera)
    key.unplayed = p.unplayed
    key.table = p.table
    key.special = p.pile[0] & plan.special
    key.tallies = cards << 16 | suit << 8
    if not plan.rules.leftovers_to_dealer or not p.pile[0] | p.pile[1]:
        key.tallies |= p.last
    return settled


cdef int at_the_end(const plan_t* plan, const past_t* p) noexcept nogil:
    """Points of the leftovers and of all categories when every card is played, side 0 minus side 1."""
    cdef mask_t pile[2]
    cdef int points = 0, last = p.last
    if plan.rules.leftovers_to_dealer and p.table:
        last = plan.rules.side_of[plan.rules.players - 1]
    pile[0], pile[1] = p.pile[0], p.pile[1]
    if last != NO_SIDE:
        pile[last] |= p.table
        points = marked_points(plan, p.table)
        if last == 1:
            points = -points
    if pile[0] | pile[1] == 0:
        return 0
    points += of_tally(&plan.cards, count(pile[0])) + of_tally(&plan.suit, count(pile[0] & plan.suit.of))
    points += plan.primiera * _sign(primiera_rating(plan, pile[0]) - primiera_rating(plan, pile[1]))
    return points + special_value(plan, pile[0], pile[1])


cdef int span(const plan_t* plan) noexcept nogil:
    """The points still open are no more than so many, of either sign."""
    cdef mask_t every = plan.rules.pack
    return (
        abs(plan.rules.scopa_points) * plan.left + marked_open(plan, every) + special_span(plan)
        + abs(plan.cards.points) + abs(plan.suit.points) + abs(plan.primiera))


cdef void set_past(const plan_t* plan, const state_t* s, past_t* p) noexcept nogil:
    p.unplayed = unplayed(plan.rules, s)
    p.table = s.table
    p.pile[0], p.pile[1] = s.pile[0], s.pile[1]
    p.last = NO_SIDE if s.last == NOBODY else plan.rules.side_of[s.last]


cdef class Pasts:
    """Tells what of the past of a position matters, for the positions of one game.

    Raises `ValueError` for games without two sides in turn. Any number of threads may ask.
    """

    def __cinit__(self, State any_state):
        self.rules = any_state.compiled
        if not make_plan(&self.plan, &self.rules.c, &any_state.s):
            raise ValueError(f"{self.rules.rules} is not a game of two sides in turn")

    def identify(self, State state):
        """(key, points): two positions with equal keys differ, where hands are equal, only by the points.

        The key is 40 bytes; the points are what is won or decided already, side 0 minus side 1.
        """
        cdef past_t p
        cdef key_t key
        cdef const rules_t* rules = &self.rules.c
        cdef int points
        if state.compiled is not self.rules:
            raise ValueError("a position of other rules")
        set_past(&self.plan, &state.s, &p)
        points = condense(&self.plan, &p, &key)
        points += rules.scopa_points * (state.s.scope[0] - state.s.scope[1]) + state.s.bonus[0] - state.s.bonus[1]
        points += marked_points(&self.plan, p.pile[0]) - marked_points(&self.plan, p.pile[1])
        return (<const unsigned char*>&key)[:sizeof(key_t)], points

    def statistic(self, State state):
        """{name: number}: what of the captured cards matters, by names of categories; settled ones are left out.

        Cards and denari are those of side 0. The primiera is a number that tells the levels of both sides apart.
        """
        cdef past_t p
        cdef key_t key
        set_past(&self.plan, &state.s, &p)
        condense(&self.plan, &p, &key)
        found = {}
        if key.tallies >> 16 != SETTLED:
            found["cards"] = key.tallies >> 16
        if (key.tallies >> 8) & 0xFF != SETTLED:
            found["suit"] = (key.tallies >> 8) & 0xFF
        if key.primiera != ~<uint64_t>0:
            found["primiera"] = key.primiera
        if key.special:
            found["special"] = key.special
        return found
