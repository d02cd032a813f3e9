"""From the null-window search to values: passes over the moves at the root until their bounds meet."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from scopone.solver.order import DEFAULT_WEIGHTS

from scopone.solver.cards cimport MAX_CARDS, ctz
from scopone.solver.plan cimport covers, make_plan, plan_t
from scopone.solver.root cimport narrow_move, reaches, root_t, set_root
from scopone.solver.search cimport (
    USE_AHEAD, USE_ALL, USE_BOUNDS, USE_RELEVANCE, USE_SCOPES, USE_TABLE, USE_TWINS, candidate_t, now, scope_entry_t, search_t,
    weights_t,
)
from scopone.solver.state cimport State
from scopone.solver.table cimport table_clear, table_free, table_resize, table_t, table_used

cdef enum:
    PROBE_LEAST = 8          # no table with fewer cards left: a probe costs more than the nodes it saves
    ARENA = 1 << 15          # moves on the way down
    SCOPES_BITS = 16         # entries of the table of the game for scope alone: what the second-level cache holds


SWITCHES = {"table": USE_TABLE, "bounds": USE_BOUNDS, "twins": USE_TWINS, "relevance": USE_RELEVANCE,
            "scopes": USE_SCOPES, "ahead": USE_AHEAD}


cdef class Driver:
    """Searches positions of one deal at a time, with one table of at most `memory` bytes.

    `switches` turn reductions on (see SWITCHES), `weights` are for move ordering (see order.pyx). `begin` sets a position up, `narrow` and `narrow_move` search it; bounds can be read at any time and from any
    thread. All values outside are points of the whole hand for side 0.
    """

    cdef plan_t plan
    cdef table_t table
    cdef search_t S
    cdef root_t root
    cdef object compiled         # keeps the rules of the plan alive
    cdef candidate_t* arena
    cdef scope_entry_t* scopes
    cdef int stop
    cdef size_t memory
    cdef unsigned int switches
    cdef weights_t weights
    cdef int probe_least         # no table with fewer cards left; lower makes a stricter test of the table
    cdef object progress
    cdef object error
    cdef double started
    cdef readonly int moves_done     # moves at the root settled in this pass

    def __cinit__(self, size_t memory, unsigned int switches=USE_ALL, int probe_least=PROBE_LEAST, weights=None):
        self.memory = memory
        self.switches = switches
        self.probe_least = probe_least if switches & USE_TABLE else MAX_CARDS + 1
        self.weights = {**DEFAULT_WEIGHTS, **(weights or {})}
        self.arena = <candidate_t*>malloc(ARENA * sizeof(candidate_t))
        if self.arena == NULL:
            raise MemoryError()
        self.compiled = None
        self.scopes = <scope_entry_t*>calloc(1 << SCOPES_BITS, sizeof(scope_entry_t))
        if self.scopes == NULL:
            raise MemoryError()

    def __dealloc__(self):
        free(self.arena)
        free(self.scopes)
        table_free(&self.table)

    def cancel(self):
        """Stops the search that is running; may be called from any thread."""
        self.stop = 1

    def forget(self):
        """Drops everything known about the deal."""
        self.compiled = None
        table_clear(&self.table)

    @property
    def nodes(self):
        """Nodes searched since `begin`."""
        return self.S.nodes

    @property
    def seconds(self):
        """Seconds since `begin`."""
        return now() - self.started

    @property
    def table_used(self):
        """Share of the table in use, 0 to 1."""
        return table_used(&self.table)

    @property
    def stopped(self):
        """The search was stopped by a limit or from outside."""
        return self.stop != 0

    @property
    def bounds(self):
        """Proven bounds of the value."""
        return self._outside(self.root.low, self.root.high)

    @property
    def best(self):
        """Place of the best move among `moves`, or None while none is proven to reach the lower bound."""
        return None if self.root.best < 0 else self.root.best

    @property
    def moves(self):
        """The moves at the root in search order: (card bit, takes, taken mask, lower, upper)."""
        cdef int i
        return [
            (ctz(self.root.move[i].card), self.root.move[i].takes != 0, self.root.move[i].taken,
             *self._outside(self.root.lows[i], self.root.highs[i]))
            for i in range(self.root.n)
        ]

    cdef tuple _outside(self, int low, int high):
        cdef int a = self.root.sign * (self.root.base + low)
        cdef int b = self.root.sign * (self.root.base + high)
        return (a, b) if a <= b else (b, a)

    def begin(self, State state, progress=None, double seconds=0, uint64_t nodes=0):
        """Gets ready to search a position in which cards are left to play. Limits of 0 are none.

        Returns False if the game is not one of two sides, which has no single exact value.
        """
        memset(&self.S, 0, sizeof(search_t))
        self.stop = 0
        self.started = now()
        self.moves_done = 0
        self.progress = progress
        self.error = None
        if not self._prepare(state):
            return False
        self.S.plan = &self.plan
        self.S.table = &self.table
        self.S.arena = self.arena
        self.S.end = self.arena + ARENA
        self.S.stop = &self.stop
        self.S.node_limit = nodes if nodes else ~<uint64_t>0
        self.S.deadline = self.started + seconds if seconds > 0 else 0
        self.S.attend = &attend
        self.S.owner = <void*>self
        self.S.attend_at = self.started + 0.1
        self.S.switches = self.switches
        self.S.weights = self.weights
        self.S.scopes = self.scopes
        self.S.scopes_shift = 64 - SCOPES_BITS
        self.S.probe_least = self.probe_least
        if not set_root(&self.S, &self.root, &state.s):
            raise OverflowError("more moves than the search has room for")
        return True

    cdef bint _prepare(self, State state) except *:
        """Makes the plan and the table fit the position's deal; what is known of another deal is dropped."""
        if self.compiled is state.compiled and covers(&self.plan, &state.compiled.c, &state.s):
            return True
        self.compiled = None
        if not make_plan(&self.plan, &state.compiled.c, &state.s):
            return False
        if not table_resize(&self.table, min(self.memory, table_bytes(self.plan.left))):
            raise MemoryError("no memory for the transposition table")
        self.compiled = state.compiled
        memset(self.scopes, 0, sizeof(scope_entry_t) << SCOPES_BITS)
        return True

    def narrow(self, int guess):
        """Searches until the bounds of the position meet, or the search is stopped.

        `guess` is the value to try first: the nearer the fewer passes. `best` is then the first move in search
        order that reaches the value.
        """
        cdef root_t* root = &self.root
        cdef int target = root.sign * guess - root.base
        cdef int i
        cdef bint success
        target = max(root.low + 1, min(target, root.high))
        with nogil:
            while root.low < root.high and not self.stop:
                success = False
                for i in range(root.n):
                    self.moves_done = i
                    success = reaches(&self.S, root, i, target)
                    if success or self.stop:
                        break
                if self.stop:
                    break
                if success:
                    root.low = target
                    root.best = i
                    target += 1
                else:
                    root.high = target - 1
                    target = root.high
        self._end()

    def narrow_move(self, int i, int guess):
        """Searches until the bounds of one move meet, or the search is stopped."""
        with nogil:
            narrow_move(&self.S, &self.root, i, self.root.sign * guess - self.root.base)
        self._end()

    cdef void _end(self) except *:
        self.S.arena = self.arena + self.root.n
        error, self.error = self.error, None
        if error is not None:
            raise error
        if self.S.overflow:
            self.forget()
            raise OverflowError("a position has more moves than the search has room for")

    cdef bint _look(self) noexcept:
        """Now and then during a search: signals, and the progress function. True to stop."""
        try:
            PyErr_CheckSignals()
            if self.progress is not None:
                self.progress()
        except BaseException as error:
            self.error = error
            return True
        return False


cdef size_t table_bytes(int left) noexcept nogil:
    """A table large enough for a position with so many cards to play."""
    if left <= 16:
        return <size_t>1 << 17
    if left <= 20:
        return <size_t>1 << 20
    if left <= 24:
        return <size_t>1 << 24
    if left <= 28:
        return <size_t>1 << 28
    return <size_t>1 << 40


cdef bint attend(void* owner) noexcept nogil:
    with gil:
        return (<Driver>owner)._look()
