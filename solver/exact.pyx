"""Exact values of all moves of small positions.

The same search as the driver's (see search.pyx), without its limits, progress and reports: a plan that is fitted
to one deal after the other, and a small table. For positions of a few cards a hand; a larger one takes as long as
it takes and cannot be interrupted.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from scopone.solver.bounds cimport least_worth, worth_t
from scopone.solver.cards cimport MAX_CARDS, count, ctz, mask_t
from scopone.solver.plan cimport make_plan, plan_deal, plan_t, special_span
from scopone.solver.proof cimport ABORT, SUCCESS, proof_t
from scopone.solver.rules cimport CompiledRules, rules_t
from scopone.solver.search cimport (
    USE_ALL, candidate_t, list_candidates, marked_open, marked_points, play_and_search, search_t,
)
from scopone.solver.state cimport NOBODY, State, is_over, state_t
from scopone.solver.table cimport table_clear, table_free, table_resize

cdef enum:
    ARENA = 1 << 13          # moves on the way down
    MOST_MOVES = 192         # at the root
    TABLE_BYTES = 1 << 16
    PROBE_LEAST = 9          # as in the driver


cdef class Exact:
    """Solves one small position after the other, of games of two sides. Not for two threads at once."""

    def __cinit__(self, State any_state):
        self.compiled = any_state.compiled
        self.arena = <candidate_t*>malloc(ARENA * sizeof(candidate_t))
        if self.arena == NULL or not table_resize(&self.table, TABLE_BYTES):
            raise MemoryError()
        if not make_plan(&self.plan, &self.compiled.c, &any_state.s):
            raise ValueError(f"{self.compiled.rules} is not a game of two sides in turn")
        memset(&self.S, 0, sizeof(search_t))
        self.S.plan = &self.plan
        self.S.table = &self.table
        self.S.end = self.arena + ARENA
        self.S.stop = &self.stop
        self.S.node_limit = ~<uint64_t>0
        self.S.switches = USE_ALL
        self.S.probe_least = PROBE_LEAST

    def __dealloc__(self):
        free(self.arena)
        table_free(&self.table)

    cdef int values(self, const state_t* s, candidate_t* moves, int* value) noexcept nogil:
        """Writes every legal move of a position and the exact points of the deal after it, side 0 minus side 1.

        Room is for MOST_MOVES. Returns the number of moves, 0 when the deal is over, -1 if there is no room.
        """
        cdef plan_t* plan = &self.plan
        cdef const rules_t* rules = plan.rules
        cdef candidate_t* listed
        cdef mask_t pile[2]
        cdef mask_t rest
        cdef int won[2]
        cdef int i, n, side, sign, base, last, low, high, spare, l, h, target, guess
        cdef worth_t w
        cdef proof_t proof
        plan_deal(plan, s)
        if plan.left == 0:
            return 0
        table_clear(&self.table)
        side = plan.side[plan.left]
        sign = 1 - 2 * side
        pile[0] = pile[1] = 0
        for i in range(rules.piles):
            pile[rules.side_of[i] if rules.seat_piles else i] |= s.pile[i]
        for i in range(2):
            won[i] = s.scope[i] * rules.scopa_points + s.bonus[i] + marked_points(plan, pile[i])
            if s.bonus[i] and rules.scopa_card_replaces:
                won[i] -= marked_points(plan, pile[i] & rules.scopa_cards)
            self.S.scope[i] = s.scope[i]
        base = won[side] - won[1 - side]
        last = 2
        if s.last != NOBODY:
            last = rules.side_of[s.last] == side
        self.S.laid[plan.left] = s.laid
        self.S.arena = self.arena
        self.S.nodes = 0
        self.S.poll_at = 0
        self.stop = 0
        rest = plan.unplayed | s.table
        spare = marked_open(plan, rest) + special_span(plan) + s.scope[0] + s.scope[1] + (
            (rules.scopa_points + rules.picada_points) * (plan.left + 1))
        w = least_worth(plan, pile[side], pile[1 - side], rest)
        low = w.cards + w.suit + w.primiera - spare
        w = least_worth(plan, pile[1 - side], pile[side], rest)
        high = -(w.cards + w.suit + w.primiera) + spare
        n = list_candidates(&self.S, plan.left, plan.unplayed, s.table, &listed)
        if n < 0 or n > MOST_MOVES:
            return -1
        guess = sign * self.guess - base
        for i in range(n):
            l = low
            h = high
            target = max(l + 1, min(guess, h))
            while l < h:
                proof = play_and_search(&self.S, plan.left, plan.unplayed, s.table, pile[side], pile[1 - side], last,
                                        target, &listed[i])
                if proof & ABORT:
                    return -1
                if proof & SUCCESS:
                    h = target - 1
                    target = h
                else:
                    l = target
                    target = l + 1
            moves[i] = listed[i]
            value[i] = sign * (base + l)
            guess = l
        self.guess = value[0]
        self.nodes += self.S.nodes
        return n

    def analyse(self, State state):
        """[(card bit, takes, taken, value)] for every legal move; value is side 0 minus side 1."""
        cdef candidate_t moves[MOST_MOVES]
        cdef int value[MOST_MOVES]
        cdef int i, n
        if state.compiled is not self.compiled:
            raise ValueError("a position of other rules")
        with nogil:
            n = self.values(&state.s, moves, value)
        if n < 0:
            raise OverflowError("more moves than the search has room for")
        return [(ctz(moves[i].card), moves[i].takes != 0, moves[i].taken, value[i]) for i in range(n)]
