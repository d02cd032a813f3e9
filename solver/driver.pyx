"""From the null-window search to values: passes over the moves at the root until their bounds meet."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from scopone.solver.bounds cimport least_worth, worth_t
from scopone.solver.cards cimport MAX_CARDS, count, ctz, mask_t
from scopone.solver.plan cimport covers, make_plan, plan_t, special_span, unplayed
from scopone.solver.proof cimport ABORT, SUCCESS, proof_t
from scopone.solver.search cimport (
    USE_ALL, USE_BOUNDS, USE_RELEVANCE, USE_TABLE, USE_TWINS, candidate_t, list_candidates, marked_open, marked_points, now, play_and_search, search_t,
)
from scopone.solver.state cimport NOBODY, State
from scopone.solver.table cimport table_clear, table_free, table_resize, table_t, table_used

cdef enum:
    PROBE_LEAST = 9          # no table with fewer cards left: a probe costs more than the nodes it saves
    ARENA = 1 << 15          # moves on the way down
    MOST_MOVES = 512         # at the root


SWITCHES = {"table": USE_TABLE, "bounds": USE_BOUNDS, "twins": USE_TWINS, "relevance": USE_RELEVANCE}


cdef struct root_t:
    int left
    mask_t unplayed
    mask_t table
    mask_t own               # pile of the side to move
    mask_t opp
    int last
    int sign                 # 1 if side 0 is to move, else -1
    int base                 # points that the side to move is ahead by so far
    int low                  # proven bounds of the remaining points for the side to move
    int high
    int best                 # first move known to reach `low`, or -1
    int n
    candidate_t move[MOST_MOVES]
    int lows[MOST_MOVES]
    int highs[MOST_MOVES]


cdef class Driver:
    """Searches positions of one deal at a time, with one table of at most `memory` bytes.

    `switches` turn reductions on (see SWITCHES). `begin` sets a position up, `narrow` and `narrow_move` search it; bounds can be read at any time and from any
    thread. All values outside are points of the whole hand for side 0.
    """

    cdef plan_t plan
    cdef table_t table
    cdef search_t S
    cdef root_t root
    cdef object compiled         # keeps the rules of the plan alive
    cdef candidate_t* arena
    cdef int stop
    cdef size_t memory
    cdef unsigned int switches
    cdef int probe_least         # no table with fewer cards left; lower makes a stricter test of the table
    cdef object progress
    cdef object error
    cdef double started
    cdef readonly int moves_done     # moves at the root settled in this pass

    def __cinit__(self, size_t memory, unsigned int switches=USE_ALL, int probe_least=PROBE_LEAST):
        self.memory = memory
        self.switches = switches
        self.probe_least = probe_least if switches & USE_TABLE else MAX_CARDS + 1
        self.arena = <candidate_t*>malloc(ARENA * sizeof(candidate_t))
        if self.arena == NULL:
            raise MemoryError()
        self.compiled = None

    def __dealloc__(self):
        free(self.arena)
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
        self.S.probe_least = self.probe_least
        self._set_root(state)
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
        return True

    cdef void _set_root(self, State state) except *:
        cdef root_t* root = &self.root
        cdef mask_t pile[2]
        cdef int i, side, won[2]
        cdef candidate_t* moves
        root.unplayed = unplayed(&state.compiled.c, &state.s)
        root.left = count(root.unplayed)
        root.table = state.s.table
        side = self.plan.side[root.left]
        pile[0] = pile[1] = 0
        for i in range(state.compiled.c.piles):
            pile[state.compiled.c.side_of[i] if state.compiled.c.seat_piles else i] |= state.s.pile[i]
        for i in range(2):
            won[i] = state.s.scope[i] * self.plan.rules.scopa_points + state.s.bonus[i] + marked_points(
                &self.plan, pile[i])
            if state.s.bonus[i] and self.plan.rules.scopa_card_replaces:
                # such a scopa has its points already, in place of the card's own
                won[i] -= marked_points(&self.plan, pile[i] & self.plan.rules.scopa_cards)
            self.S.scope[i] = state.s.scope[i]
        self.S.laid[root.left] = state.s.laid
        root.own = pile[side]
        root.opp = pile[1 - side]
        root.base = won[side] - won[1 - side]
        root.sign = 1 - 2 * side
        root.last = 2
        if state.s.last != NOBODY:
            root.last = state.compiled.c.side_of[state.s.last] == side
        self._first_bounds(root)
        root.best = -1
        root.n = list_candidates(&self.S, root.left, root.unplayed, root.table, &moves)
        if root.n < 0 or root.n > MOST_MOVES:
            root.n = 0
            raise OverflowError("more moves than the search has room for")
        for i in range(root.n):
            root.move[i] = moves[i]
            root.lows[i] = root.low
            root.highs[i] = root.high

    cdef void _first_bounds(self, root_t* root) noexcept nogil:
        """Bounds that need no search: open categories, and a scopa with every card."""
        cdef mask_t rest = root.unplayed | root.table
        cdef worth_t w = least_worth(&self.plan, root.own, root.opp, rest)
        cdef int spare = marked_open(&self.plan, rest) + special_span(&self.plan) + self.S.scope[0] + self.S.scope[1] + (
            (self.plan.rules.scopa_points + self.plan.rules.picada_points) * (root.left + 1))
        root.low = w.cards + w.suit + w.primiera - spare
        w = least_worth(&self.plan, root.opp, root.own, rest)
        root.high = -(w.cards + w.suit + w.primiera) + spare

    cdef bint _reaches(self, int i, int target) noexcept nogil:
        """Does the move reach the target? Call `stop` first: the answer means nothing when it is set."""
        cdef root_t* root = &self.root
        cdef proof_t proof
        if root.lows[i] >= target:
            return True
        if root.highs[i] < target:
            return False
        proof = play_and_search(&self.S, root.left, root.unplayed, root.table, root.own, root.opp, root.last, target,
            &root.move[i])
        if proof & ABORT:
            self.stop = 1
            return False
        if proof & SUCCESS:
            root.highs[i] = target - 1
            return False
        root.lows[i] = target
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
                    success = self._reaches(i, target)
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
        cdef root_t* root = &self.root
        cdef int target = max(root.lows[i] + 1, min(root.sign * guess - root.base, root.highs[i]))
        with nogil:
            while root.lows[i] < root.highs[i] and not self.stop:
                target = target + 1 if self._reaches(i, target) else root.highs[i]
        self._end()

    cdef void _end(self) except *:
        self.S.arena = self.arena + self.root.n
        error, self.error = self.error, None
        if error is not None:
            raise error
        if self.S.overflow:
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
