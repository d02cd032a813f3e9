"""From the null-window search to values: passes over the moves at the root until their bounds meet."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from scopone.solver.order import DEFAULT_WEIGHTS

from scopone.solver.cards cimport MAX_CARDS, ctz
from scopone.solver.declare cimport MOST_DECLARED, declared_t, list_declared
from scopone.solver.plan cimport covers, make_plan, plan_t
from scopone.solver.root cimport reaches, root_t, set_root
from scopone.solver.rules cimport rules_t
from scopone.solver.search cimport (
    USE_AHEAD, USE_ALL, USE_BOUNDS, USE_CUTOFFS, USE_RELEVANCE, USE_SCOPES, USE_TABLE, USE_TWINS, candidate_t, claims_t, load_count,
    load_flag, now, scope_entry_t, search_t, store_flag,
)
from scopone.solver.team cimport MOST_THREADS, team_reaches
from scopone.solver.special cimport to_declare
from scopone.solver.state cimport State, move_t
from scopone.solver.table cimport (
    WAYS, table_clear, table_export, table_free, table_import, table_resize, table_t, table_used,
)

cdef enum:
    PROBE_LEAST = 8          # no table with fewer cards left: a probe costs more than the nodes it saves
    TEAM_LEAST = 20          # threads share the work only with so many cards left: starting them takes time
    EXPORT_BUCKETS = 1 << 15
    ARENA = 1 << 15          # moves on the way down
    SHORT = 28               # positions with so many cards left or fewer need little memory
    SCOPES_BITS = 13         # entries of the table of the game for scope alone: few, so that they stay in the cache


SWITCHES = {"table": USE_TABLE, "bounds": USE_BOUNDS, "twins": USE_TWINS, "relevance": USE_RELEVANCE,
            "scopes": USE_SCOPES, "ahead": USE_AHEAD, "cutoffs": USE_CUTOFFS}


class NoRoom(OverflowError):
    """A position has more moves than the search has room for."""


cdef class Driver:
    """Searches positions of one deal at a time, with one table of at most `memory` bytes.

    `switches` turn reductions on (see SWITCHES), `weights` are for move ordering (see order.pyx). `begin` sets a position up, `narrow` and `narrow_move` search it; bounds can be read at any time and from any
    thread. All values outside are points of the whole hand for side 0.
    """

    cdef plan_t plan
    cdef table_t table
    cdef root_t root
    cdef search_t* S             # one for each thread, the caller's first
    cdef int threads
    cdef object compiled         # keeps the rules of the plan alive
    cdef claims_t claims
    cdef int stop
    cdef int halt
    cdef size_t memory
    cdef unsigned int switches
    cdef int probe_least         # no table with fewer cards left; lower makes a stricter test of the table
    cdef object progress
    cdef object error
    cdef double started
    cdef readonly int moves_done     # moves at the root settled in this pass

    def __cinit__(
        self, size_t memory, unsigned int switches=USE_ALL, int probe_least=PROBE_LEAST, weights=None, int threads=1
    ):
        cdef int k
        cdef search_t* S
        if not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"{threads} threads: from 1 to {MOST_THREADS} are possible")
        self.memory = memory
        self.switches = switches
        self.probe_least = probe_least if switches & USE_TABLE else MAX_CARDS + 1
        self.S = <search_t*>calloc(threads, sizeof(search_t))
        if self.S == NULL:
            raise MemoryError()
        self.threads = threads
        for k in range(threads):
            S = &self.S[k]
            S.plan = &self.plan
            S.table = &self.table
            S.arena_start = <candidate_t*>malloc(ARENA * sizeof(candidate_t))
            S.scopes = <scope_entry_t*>calloc(1 << SCOPES_BITS, sizeof(scope_entry_t))
            if S.arena_start == NULL or S.scopes == NULL:
                raise MemoryError()
            S.end = S.arena_start + ARENA
            S.scopes_shift = 64 - SCOPES_BITS
            S.stop = &self.stop
            S.halt = &self.halt
            S.claims = &self.claims if threads > 1 else NULL
            S.weights = {**DEFAULT_WEIGHTS, **(weights or {})}
            S.switches = switches
            S.probe_least = self.probe_least

    def __dealloc__(self):
        cdef int k
        for k in range(self.threads):
            free(self.S[k].arena_start)
            free(self.S[k].scopes)
            table_free(&self.S[k].hot)
        free(self.S)
        table_free(&self.table)

    def cancel(self):
        """Stops the search that is running; may be called from any thread."""
        store_flag(&self.stop, 1)

    def forget(self):
        """Drops everything known about the deal."""
        cdef int k
        self.compiled = None
        table_clear(&self.table)
        for k in range(self.threads):
            table_clear(&self.S[k].hot)

    @property
    def nodes(self):
        """Nodes searched since `begin`."""
        cdef int k
        cdef uint64_t nodes = self.S[0].nodes
        for k in range(1, self.threads):
            nodes += load_count(&self.S[k].published)
        return nodes

    @property
    def depths(self):
        """Nodes that used the table since `begin`, by cards left to play (those of the first thread)."""
        return {left: self.S[0].at[left] for left in range(MAX_CARDS, 0, -1) if self.S[0].at[left]}

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
        return load_flag(&self.stop) != 0

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

        Returns False if there is no single exact value to be found: the game is not one of two sides that take
        turns, or a wild card may still be played as another rank, which the search does not follow.
        """
        cdef int k
        cdef search_t* S
        self.stop = self.halt = 0
        self.started = now()
        self.moves_done = 0
        self.progress = progress
        self.error = None
        if not self._prepare(state):
            return False
        memset(&self.claims, 0, sizeof(claims_t))
        for k in range(self.threads):
            S = &self.S[k]
            S.arena = S.arena_start
            S.nodes = S.published = S.scope_nodes = S.poll_at = 0
            memset(S.at, 0, sizeof(S.at))
            memset(S.spent, 0, sizeof(S.spent))
            memset(S.searched, 0, sizeof(S.searched))
            S.overflow = False
            S.node_limit = max(nodes // self.threads, 1) if nodes else ~<uint64_t>0
            S.deadline = self.started + seconds if seconds > 0 else 0
        S = &self.S[0]
        S.attend = &attend
        S.owner = <void*>self
        S.attend_at = self.started + 0.1
        if not set_root(S, &self.root, &state.s):
            raise NoRoom("more moves than the search has room for")
        S.arena = S.arena_start      # the root keeps its moves
        for k in range(1, self.threads):
            self.S[k].odd = S.odd
            self.S[k].laid[self.root.left] = S.laid[self.root.left]
        return True

    def follow(self, State state, int rest):
        """The position, with `rest` cards left, that the most promising moves lead to; None if `begin` says False.

        With open cards nobody keeps silent: whatever there is to declare is declared.
        """
        cdef const rules_t* rules = &state.compiled.c
        cdef search_t* S = &self.S[0]
        cdef State reached = state
        cdef candidate_t* first = &self.root.move[0]
        cdef move_t m
        cdef declared_t said[MOST_DECLARED]
        cdef int left
        cdef int later[2]
        if not self._prepare(state):
            return None
        for left in range(state.cards_left, rest, -1):
            S.arena = S.arena_start
            if not to_declare(rules, &reached.s, later):
                return None
            if not set_root(S, &self.root, &reached.s):
                raise NoRoom("more moves than the search has room for")
            m = move_t(ctz(first.card), 0, 0, 0, first.takes, first.taken)
            if rules.declarations and list_declared(rules, reached.s.hand[reached.s.turn], said):
                m.declares, m.points, m.wild_as = said[0].item + 1, said[0].points, said[0].wild_as
            reached = reached.successor(&m)
        return reached

    cdef bint _prepare(self, State state) except *:
        """Makes the plan and the table fit the position's deal; what is known of another deal is dropped."""
        cdef int k
        cdef int later[2]
        cdef size_t hot
        if not to_declare(&state.compiled.c, &state.s, later):
            return False
        if self.compiled is state.compiled and covers(&self.plan, &state.compiled.c, &state.s):
            return True
        self.compiled = None
        if not make_plan(&self.plan, &state.compiled.c, &state.s):
            return False
        hot = hot_bytes(self.plan.left, self.memory // self.threads)
        for k in range(self.threads):
            self.S[k].hot_most = hot_most(self.plan.left)
            if not table_resize(&self.S[k].hot, hot):
                raise MemoryError("no memory for the small tables")
        if not table_resize(&self.table, min(self.memory - hot * self.threads, table_bytes(self.plan.left))):
            raise MemoryError("no memory for the transposition table")
        self.compiled = state.compiled
        for k in range(self.threads):
            memset(self.S[k].scopes, 0, sizeof(scope_entry_t) << SCOPES_BITS)
        return True

    cdef bint _reaches(self, int i, int target) noexcept nogil:
        cdef search_t* team[MOST_THREADS]
        cdef int k
        if self.root.left < TEAM_LEAST:
            return reaches(&self.S[0], &self.root, i, target)
        for k in range(self.threads):
            team[k] = &self.S[k]
        return team_reaches(team, self.threads, &self.root, i, target)

    def watch(self, progress):
        """Sets the progress function anew."""
        self.progress = progress

    @property
    def bits(self):
        """log2 of the number of buckets of the table."""
        return 64 - self.table.shift

    def export_entries(self, int least):
        """The entries of the table that took at least 2^least nodes, as pieces of bytes of a few megabytes at most.

        May be used while the search is running, from within its progress function.
        """
        cdef uint64_t start = 0, end
        cdef size_t n
        cdef bytearray piece = bytearray(3 * WAYS * 8 * EXPORT_BUCKETS)
        cdef unsigned char[::1] view = piece
        while start < self.table.buckets:
            end = min(start + EXPORT_BUCKETS, self.table.buckets)
            with nogil:
                n = table_export(&self.table, start, end, least, <uint64_t*>&view[0])
            if n:
                yield bytes(memoryview(piece)[: 24 * n])
            start = end

    def fit(self, int bits):
        """Makes the table, which must be empty, no larger than 2^bits buckets, so that it can take entries."""
        if bits < self.bits and not table_resize(&self.table, <size_t>64 << bits):
            raise MemoryError("no memory for the transposition table")

    def import_entries(self, const unsigned char[::1] piece, int bits):
        """Puts entries back that came from `export_entries` of a table of 2^bits buckets (see `fit`)."""
        if piece.shape[0] % 24 or bits < self.bits:
            raise ValueError("not entries for this table")
        if piece.shape[0]:
            table_import(&self.table, <const uint64_t*>&piece[0], piece.shape[0] // 24, bits)

    @property
    def proven(self):
        """What is proven at the root, for `set_proven`: bounds, best move, bounds of each move."""
        cdef root_t* root = &self.root
        return [root.low, root.high, root.best, [[root.lows[i], root.highs[i]] for i in range(root.n)]]

    def set_proven(self, proven):
        """Takes back what `proven` gave for the same position."""
        cdef int i
        low, high, best, moves = proven
        if len(moves) != self.root.n:
            raise ValueError("not the moves of this position")
        self.root.low, self.root.high, self.root.best = low, high, best
        for i, (a, b) in enumerate(moves):
            self.root.lows[i], self.root.highs[i] = a, b

    def narrow(self, int guess, int wide=0):
        """Searches until the bounds of the position meet, or the search is stopped.

        `guess` is the value to try first: the nearer the fewer passes. With `wide` the search closes in on it from
        so many points below and above, half as many each time, so that a search that will be stopped has bounds
        early: questions far from the value are cheap. `best` is then the first move in search order that reaches
        the lower bound.
        """
        cdef root_t* root = &self.root
        cdef int first = root.sign * guess - root.base
        cdef int target, i
        cdef bint success, far, above = False
        with nogil:
            target = first
            while root.low < root.high and not load_flag(&self.stop):
                far = wide > 0
                if far:
                    target = first + 1 + wide if above else first - wide
                    if above:
                        wide //= 2
                    above = not above
                    if not root.low < target <= root.high:
                        continue
                target = max(root.low + 1, min(target, root.high))
                success = False
                for i in range(root.n):
                    self.moves_done = i
                    success = self._reaches(i, target)
                    if success or load_flag(&self.stop):
                        break
                if load_flag(&self.stop):
                    break
                if success:
                    root.low = target
                    root.best = i
                    target += 1
                else:
                    root.high = target - 1
                    target = root.high
                if far:
                    target = first
            if root.low == root.high and root.best < 0:
                root.best = 0    # every move reaches a bound that needed no search
        self._end()

    def narrow_move(self, int i, int guess):
        """Searches until the bounds of one move meet, or the search is stopped."""
        cdef root_t* root = &self.root
        cdef int target
        with nogil:
            target = max(root.lows[i] + 1, min(root.sign * guess - root.base, root.highs[i]))
            while root.lows[i] < root.highs[i] and not load_flag(&self.stop):
                target = target + 1 if self._reaches(i, target) else root.highs[i]
        self._end()

    cdef void _end(self) except *:
        error, self.error = self.error, None
        if error is not None:
            raise error
        if self.S[0].overflow:
            self.forget()
            raise NoRoom("a position has more moves than the search has room for")

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
    """A table large enough for a position with so many cards to play: a larger one saves 2 % of nodes, but takes 10 %
    more time, for its pages have to be cleared and lie out of the cache."""
    if left <= 16:
        return <size_t>1 << 17
    if left <= 20:
        return <size_t>1 << 20
    if left <= 24:
        return <size_t>1 << 21
    if left <= SHORT:
        return <size_t>1 << 24
    return <size_t>1 << 40


cdef int hot_most(int left) noexcept nogil:
    """Up to so many cards left each thread has a table of its own, small enough for a cache, which keeps the large one
    for what took long."""
    return 10 if left <= SHORT else 17


cdef size_t hot_bytes(int left, size_t memory) noexcept nogil:
    """Its size, when a thread has so much memory: a share that fits in the second-level cache for short positions, in
    the third for whole deals, where a look into the large table waits for the memory."""
    return min(memory >> 3, <size_t>1 << 19 if left <= SHORT else <size_t>1 << 26)


cdef bint attend(void* owner) noexcept nogil:
    with gil:
        return (<Driver>owner)._look()
