"""Backward work on all layouts at once.

A class is what everybody has seen: the cards in play, the table, what of the past still matters. It has an array,
a byte for every layout of the hidden cards: the points still open under best play of all. A move is a card and what
it takes; whoever plays it, everybody then sees the same, so a move leads from one class to another. The value
of a layout is the best of the mover's moves, each read from the array of its class at the layout without that card.

What this shares: a class is worked out once for all layouts, and once for all ways to reach it. Arrays of
classes are kept as long as there is room, the oldest going first; one that is missed is worked out again, so the
memory that is given decides how long it takes and never what comes out.

By the order of the layouts (see layouts.pyx) the hands of the seat to move with a card, and without it, are
blocks of both arrays that match entry by entry: the work is `max` and `min` of runs of bytes. Only when an array
is finished is it put in the order of the seat that moved before.

Hands that are known hide nothing: with the mover's own hand known the same work is done for the layouts that
it holds possible, and is that much smaller.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from scopone.solver.cards cimport bit, count, ctz, mask_t
from scopone.solver.gain cimport gain_of
from scopone.solver.layouts cimport choose, rank_in, set_level, turn_level, unrank_in
from scopone.solver.legal cimport free_moves, list_moves
from scopone.solver.memo cimport memo_find, memo_free, memo_make, memo_prefetch, memo_size, memo_store
from scopone.solver.moves cimport captures
from scopone.solver.past cimport at_the_end, condense, mixed_key, set_past, span
from scopone.solver.plan cimport make_plan, unplayed
from scopone.solver.state cimport NOBODY, move_t, opening

cdef enum:
    MOST_CAPTURES = 64       # of a card
    MOST_STEPS = 512         # moves of a class
    MOST_SPAN = 120          # points that can still be open, so that every value fits a byte
    POLL = 1 << 24           # entries between two looks at the watch
    LEAST_KEPT = 2           # arrays of so many cards left and more are kept
    LEAST_SLOTS = 2          # an array is read before the next of its level is finished
    MOST_SLOTS = 1 << 30


cdef inline void _best_of(uint8_t* best, const uint8_t* values, uint64_t n, uint8_t gain, bint least) noexcept nogil:
    cdef uint64_t i
    cdef uint8_t x
    if least:
        for i in range(n):
            x = values[i] + gain
            best[i] = x if x < best[i] else best[i]
    else:
        for i in range(n):
            x = values[i] + gain
            best[i] = x if x > best[i] else best[i]


cdef bint _set_pairs(pairs_t* pairs, int hidden, int size) noexcept nogil:
    """For each hidden card the hands that hold it. False if memory is out."""
    cdef mask_t every = bit(hidden) - 1, hand, card
    cdef uint64_t rank
    cdef uint32_t at
    cdef int place
    pairs.n = choose(hidden - 1, size - 1) if size else 1
    pairs.hand = <uint32_t*>calloc(max(hidden, 1) * pairs.n, sizeof(uint32_t))
    pairs.rest = <uint32_t*>calloc(max(hidden, 1) * pairs.n, sizeof(uint32_t))
    if pairs.hand == NULL or pairs.rest == NULL:
        return False
    for place in range(hidden if size else 0):
        card = bit(place)
        at = place * pairs.n
        for rank in range(choose(hidden, size)):
            hand = unrank_in(rank, size, every)
            if hand & card:
                pairs.hand[at] = rank
                pairs.rest[at] = rank_in(hand ^ card, every ^ card)
                at += 1
    return True


cdef class Backward:
    """The values of all layouts of one class.

    state    a position of the class, of a game of two sides; the hands that it has are used only where known
    known    for each seat, whether its hand is known to be what the state says
    memory   bytes for arrays; more is faster

    `watch` is called, if it is set, with the share of the part that is done (0 to 1) about once a second; what it
    raises comes out.

    Raises `ValueError` for games and positions that are not followed, `OverflowError` for too many layouts.
    """

    def __cinit__(self, State state, known, uint64_t memory):
        cdef int seat, left, i
        cdef bint is_known[MAX_SEATS]
        memset(self.work, 0, sizeof(self.work))
        memset(self.steps, 0, sizeof(self.steps))
        memset(self.memo, 0, sizeof(self.memo))
        memset(self.pairs, 0, sizeof(self.pairs))
        memset(self.level, 0, sizeof(self.level))
        self.compiled = state.compiled
        self.root = state.s
        rules = &self.compiled.c
        if rules.picada_points or rules.scuderia or rules.scopa_cards or rules.declarations:
            raise ValueError(f"{self.compiled.rules}: no tables where points depend on who laid or made what in play")
        if not make_plan(&self.plan, rules, &state.s):
            raise ValueError(f"{self.compiled.rules} is not a game of two sides in turn")
        if rules.ace_opening and opening(rules, &state.s):
            raise ValueError("no tables for the opening of a deal where the rules bind the first card")
        if span(&self.plan) > MOST_SPAN:
            raise ValueError(f"{self.compiled.rules}: more points are open than a byte can hold")
        for seat in range(rules.players):
            is_known[seat] = known[seat]
            if known[seat]:
                self.known[seat] = state.s.hand[seat]
                self.all_known |= state.s.hand[seat]
        self.top = count(unplayed(rules, &state.s))
        self.known_above = state.s.stock_size
        if self.top == 0:
            raise ValueError("the hand is over")
        if self.top > MOST_LEFT:
            raise OverflowError(f"{self.top} cards left: more layouts than can be numbered")
        for left in range(self.top + 1):
            if not set_level(&self.level[left], rules, left, is_known, self.known_above):
                raise OverflowError(f"{self.top} cards left: more layouts than can be numbered")
        for left in range(self.top + 1):
            if left < self.top and not turn_level(&self.level[left]) or not _set_pairs(
                &self.pairs[left], self.level[left].hidden, self.level[left].size[0]
            ):
                raise MemoryError()
            self.steps[left] = <step_t*>malloc(MOST_STEPS * sizeof(step_t))
            if left < self.top:
                self.work[left] = <uint8_t*>malloc(self.level[left].layouts)
            if self.steps[left] == NULL or left < self.top and self.work[left] == NULL:
                raise MemoryError()
        self.share(memory, self.top - 1)
        self._list()

    def __dealloc__(self):
        cdef int left
        for left in range(MOST_LEFT + 1):
            free(self.level[left].turned)
            free(self.pairs[left].hand)
            free(self.pairs[left].rest)
            free(self.work[left])
            free(self.steps[left])
            memo_free(&self.memo[left])
        free_moves(&self.moves)

    def share(self, uint64_t memory, int highest):
        """Shares bytes of memory anew among the levels: as much as each can use, the rest in equal parts.

        Arrays of `highest` cards left and more are asked for once, so that none of them are kept.
        """
        cdef uint64_t size, slots
        cdef int left, depth
        for left in reversed(range(1, self.top)):
            depth = self.top - left
            size = memo_size(self.level[left].layouts)
            slots = LEAST_SLOTS
            if LEAST_KEPT <= left < highest:
                slots = min(max(memory // left // size, LEAST_SLOTS), MOST_SLOTS)
                # a few times as many classes as sets of cards that can have been played, and more the deeper
                slots = min(slots, max(choose(self.top, depth) << 2 * depth, LEAST_SLOTS))
            memory -= min(memory, slots * size)
            memo_free(&self.memo[left])
            if not memo_make(&self.memo[left], slots, self.level[left].layouts):
                raise MemoryError()
        self.highest = highest

    def _list(self):
        """The moves at the root: of every card that the seat to move may hold."""
        cdef state_t s = self.root
        cdef int seat = self.level[self.top].seat
        if not self.known[seat]:
            s.hand[seat] = unplayed(&self.compiled.c, &self.root) & ~self.all_known
        if list_moves(&self.compiled.c, &s, &self.moves) < 0:
            raise MemoryError()

    @property
    def layouts(self):
        """How many layouts the class has, with the known hands as they are."""
        return self.level[self.top].layouts

    @property
    def moves(self):
        """[(card bit, takes, taken)]: all moves that the seat to move may have."""
        cdef int i
        return [
            (self.moves.move[i].card, self.moves.move[i].takes, self.moves.move[i].taken)
            for i in range(self.moves.n)
        ]

    @property
    def length(self):
        """How many layouts are left when a card has been played: the length of a part."""
        return self.level[self.top - 1].layouts

    def part(self, int i, uint8_t[::1] out):
        """Fills `out` with the values after move i of `moves`, for every layout of the cards left.

        A value is the points still open at the root, side 0 minus side 1, plus 128; `settled` of the root is not in
        it. The order is that of the root, without the card in the mover's hand.
        """
        cdef past_t p
        cdef key_t key
        cdef step_t s
        cdef const uint8_t* values = NULL
        cdef uint64_t j, n = self.level[self.top - 1].layouts
        cdef move_t m
        if not 0 <= i < self.moves.n or out.shape[0] != <Py_ssize_t>n:
            raise ValueError("no such move, or no room for exactly its values")
        m = self.moves.move[i]
        self.begin(0, 1)
        with nogil:
            set_past(&self.plan, &self.root, &p)
            self.step(self.top, &p, condense(&self.plan, &p, &key), bit(m.card), m.taken, m.takes, &s)
            values = self.array(self.top - 1, &s)
            if values != NULL:
                for j in range(n):
                    out[j] = values[j] + s.gain
        self.end_well()

    def merge(self, int i, const uint8_t[::1] part, uint8_t[::1] values, uint8_t[::1] best):
        """Takes the part of move i into the values of the root and the numbers of the best moves.

        Of equal moves the one that is merged first stays; `values` begin as 0 for side 0 to move, 255 for side 1.
        """
        cdef level_t* level = &self.level[self.top]
        cdef int side = self.compiled.c.side_of[level.seat]
        cdef mask_t card = bit(self.moves.move[i].card)
        cdef mask_t hidden = unplayed(&self.compiled.c, &self.root) & ~self.all_known
        cdef pairs_t* pairs = &self.pairs[self.top]
        cdef uint64_t n = level.block, at, to, j
        cdef uint32_t k, first = 0
        if part.shape[0] != <Py_ssize_t>self.level[self.top - 1].layouts or not (
            values.shape[0] == best.shape[0] == <Py_ssize_t>level.layouts
        ):
            raise ValueError("arrays of other lengths")
        if card & hidden:
            first = count(hidden & (card - 1)) * pairs.n
        with nogil:
            for k in range(first, first + pairs.n):
                to, at = pairs.hand[k] * n, pairs.rest[k] * n
                for j in range(n):
                    if part[at + j] < values[to + j] if side else part[at + j] > values[to + j]:
                        values[to + j] = part[at + j]
                        best[to + j] = i

    cdef void step(
        self, int left, const past_t* p, int settled, mask_t card, mask_t taken, bint takes, step_t* s
    ) noexcept nogil:
        """Plays a card: where it leads, and the points won at once or settled by it."""
        cdef int side = self.compiled.c.side_of[self.level[left].seat]
        cdef int gain = 0
        s.card = card
        s.past = p[0]
        s.past.unplayed ^= card
        if takes:
            gain = gain_of(&self.plan, left, card, taken, taken and taken == p.table, NOBODY)
            s.past.table ^= taken
            s.past.pile[side] |= card | taken
            s.past.last = side
        else:
            s.past.table |= card
        s.settled = condense(&self.plan, &s.past, &s.key)
        s.gain = <uint8_t>((-gain if side else gain) + s.settled - settled)
        s.hashed = mixed_key(&s.key)
        memo_prefetch(&self.memo[left - 1], s.hashed)

    cdef int list_steps(self, int left, const past_t* p, int settled) noexcept nogil:
        """Lists the moves of all cards that the seat to move may hold; -1 if they find no room."""
        cdef mask_t found[MOST_CAPTURES]
        cdef step_t* steps = self.steps[left]
        cdef mask_t cards = self.known[self.level[left].seat] if left > self.known_above else 0
        cdef mask_t card
        cdef int n, i, at = 0
        cards = p.unplayed & (cards if cards else ~self.all_known)
        while cards:
            card = cards & -cards
            cards ^= card
            n = captures(&self.compiled.c, ctz(card), p.table, found, MOST_CAPTURES)
            if n > MOST_CAPTURES or at + n + 1 > MOST_STEPS:
                return -1
            if n == 0 or not self.compiled.c.compulsory and p.table:
                self.step(left, p, settled, card, 0, False, &steps[at])
                at += 1
            for i in range(n):
                self.step(left, p, settled, card, found[i], True, &steps[at])
                at += 1
        return at

    cdef const uint8_t* array(self, int left, const step_t* s) noexcept nogil:
        """The values of the class that a move leads to, for all layouts, in the order of the level of the move.

        NULL if the work is stopped. The array may be overwritten by the next but one of its level.
        """
        cdef memo_t* m = &self.memo[left]
        cdef uint8_t* out
        cdef const uint8_t* values
        if left == 0:
            self.end = <uint8_t>(ZERO + at_the_end(&self.plan, &s.past) - s.settled)
            return &self.end
        if left >= LEAST_KEPT:
            values = memo_find(m, &s.key, s.hashed)
            if values != NULL:
                return values
        if not self.work_out(left, &s.past, s.settled):
            return NULL
        out = memo_store(m, &s.key, s.hashed) if left >= LEAST_KEPT else m.record
        if out == NULL:
            self.failed = NO_MEMORY
            return NULL
        self.turn(left, out)
        return out

    cdef bint work_out(self, int left, const past_t* p, int settled) noexcept nogil:
        """Works out a class, in the order of its own level. False if the work is stopped."""
        cdef level_t* level = &self.level[left]
        cdef const uint8_t* values
        cdef int n, i
        self.entries += level.layouts
        if self.entries >= self.poll_at and not self.poll():
            return False
        n = self.list_steps(left, p, settled)
        if n < 0:
            self.failed = CROWDED
            return False
        memset(self.work[left], 255 if self.compiled.c.side_of[level.seat] else 0, level.layouts)
        for i in range(n):
            if self.highest - 1 <= left <= self.highest:
                self.done[self.highest - left] = i
                self.total[self.highest - left] = n
            values = self.array(left - 1, &self.steps[left][i])
            if values == NULL:
                return False
            self.gather(left, p, &self.steps[left][i], values)
        return True

    cdef void turn(self, int left, uint8_t* out) noexcept nogil:
        """Puts what is worked out in the order of the level above."""
        cdef level_t* level = &self.level[left]
        cdef const uint8_t* work = self.work[left]
        cdef uint64_t j
        if level.turned == NULL:
            memcpy(out, work, level.layouts)
        else:
            for j in range(level.layouts):
                out[j] = work[level.turned[j]]

    cdef void gather(self, int left, const past_t* p, const step_t* s, const uint8_t* values) noexcept nogil:
        """Takes a move into the values of a class, for all layouts in which the mover has the card."""
        cdef level_t* level = &self.level[left]
        cdef pairs_t* pairs = &self.pairs[left]
        cdef bint least = self.compiled.c.side_of[level.seat] == 1
        cdef uint64_t n = level.block
        cdef uint32_t k, first = 0
        if not s.card & self.all_known:
            first = count(p.unplayed & ~self.all_known & (s.card - 1)) * pairs.n
        for k in range(first, first + pairs.n):
            _best_of(self.work[left] + pairs.hand[k] * n, values + pairs.rest[k] * n, n, s.gain, least)

    cdef void begin(self, double before, double weight):
        """Work begins: what the watch is told goes from `before` on up by `weight`."""
        self.failed = 0
        self.poll_at = self.entries + POLL
        self.before, self.weight = before, weight
        memset(self.total, 0, sizeof(self.total))

    cdef int end_well(self) except -1:
        """Raises what went wrong in the work."""
        if self.failed == CROWDED:
            raise OverflowError("more moves than there is room for")
        if self.failed == NO_MEMORY:
            raise MemoryError()
        if self.failed == STOPPED:
            raise self.raised
        return 0

    cdef bint poll(self) noexcept nogil:
        """Lets the watch know how far the part is. False if it raises."""
        cdef double share = 0
        self.poll_at = self.entries + POLL
        if self.total[1]:
            share = self.done[1] / <double>self.total[1]
        if self.total[0]:
            share = (self.done[0] + share) / self.total[0]
        share = self.before + share * self.weight
        with gil:
            try:
                PyErr_CheckSignals()
                if self.watch is not None:
                    self.watch(share)
            except BaseException as error:
                self.raised = error
                self.failed = STOPPED
                return False
        return True
