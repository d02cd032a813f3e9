"""Exact values of all moves of small positions.

The same search as the driver's (see search.pyx), without its limits, progress and reports: a plan that is fitted
to one deal after the other, and a small table. For positions of a few cards a hand; a larger one takes as long as
it takes and cannot be interrupted.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from scopone.solver.cards cimport ctz
from scopone.solver.order import DEFAULT_WEIGHTS
from scopone.solver.plan cimport make_plan, plan_deal
from scopone.solver.root cimport MOST_MOVES, narrow_move, root_t, set_root
from scopone.solver.search cimport USE_ALL, candidate_t, search_t
from scopone.solver.state cimport State, state_t
from scopone.solver.table cimport table_clear, table_free, table_resize

cdef enum:
    ARENA = 1 << 13          # moves on the way down
    TABLE_BYTES = 1 << 15    # small: it is cleared for every world
    PROBE_LEAST = 10         # no table with fewer cards left: a probe costs more than it saves


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
        self.S.halt = &self.stop
        self.S.node_limit = ~<uint64_t>0
        self.S.switches = USE_ALL
        self.S.weights = DEFAULT_WEIGHTS
        self.S.scopes = self.scopes
        self.S.scopes_shift = 64 - SCOPES_BITS
        self.S.probe_least = PROBE_LEAST

    def __dealloc__(self):
        free(self.arena)
        table_free(&self.table)

    cdef int values(self, const state_t* s, candidate_t* moves, int* value, int room) noexcept nogil:
        """Writes every legal move of a position and the exact points of the deal after it, side 0 minus side 1.

        There is room for `room` of them. Returns the number of moves, 0 when the deal is over, -1 if there is no room.
        """
        cdef root_t* root = &self.root
        cdef int i
        plan_deal(&self.plan, s)
        if self.plan.left == 0:
            return 0
        table_clear(&self.table)
        memset(self.scopes, 0, sizeof(self.scopes))
        self.S.arena = self.arena
        self.S.nodes = self.S.poll_at = 0
        self.stop = 0
        if not set_root(&self.S, root, s) or root.n > room:
            return -1
        for i in range(root.n):
            narrow_move(&self.S, root, i, root.sign * self.guess - root.base)
            if self.stop:
                return -1
            moves[i] = root.move[i]
            value[i] = root.sign * (root.base + root.lows[i])
            self.guess = value[i]
        self.nodes += self.S.nodes
        return root.n

    def analyse(self, State state):
        """[(card bit, takes, taken, value)] for every legal move; value is side 0 minus side 1."""
        cdef candidate_t moves[MOST_MOVES]
        cdef int value[MOST_MOVES]
        cdef int i, n
        if state.compiled is not self.compiled:
            raise ValueError("a position of other rules")
        with nogil:
            n = self.values(&state.s, moves, value, MOST_MOVES)
        if n < 0:
            raise OverflowError("more moves than the search has room for")
        return [(ctz(moves[i].card), moves[i].takes != 0, moves[i].taken, value[i]) for i in range(n)]
