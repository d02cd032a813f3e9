"""Worlds: uniform samples, samples weighted by how the others have played, and all of them where they are few.

A world is consistent with everything public: the cards seen, the sizes of hands and stock. Rules of the family
oblige the card played to capture, never the player to play a card that captures, so that a play excludes no
world; it only makes some more likely than others.
"""

from libc.math cimport exp, log
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from scopone.solver.cards cimport MAX_CARDS, MAX_SEATS, bit, count, mask_t
from scopone.solver.playout cimport below, next_random
from scopone.solver.policy cimport (
    MOST_SCORED, Policy, dealers_side, likelihood, list_scored, policy_t, scored_t, seen_by_all,
)
from scopone.solver.rules cimport CompiledRules, rules_t
from scopone.solver.state cimport State, state_t

from math import comb

cdef double LEAST_LIKELY = 1e-4      # no play says more than this against a world: players do surprise


cdef void draw(knowledge_t* k, uint64_t* rng, state_t* out) noexcept nogil:
    """A world, all equally likely."""
    cdef int i, at, seat, end, j = 0
    cdef uint8_t card
    for i in range(k.cards - 1, 0, -1):
        at = below(rng, i + 1)
        card = k.card[i]
        k.card[i] = k.card[at]
        k.card[at] = card
    out[0] = k.public
    for seat in range(k.rules.players):
        end = j + k.need[seat]
        while j < end:
            out.hand[seat] |= bit(k.card[j])
            j += 1
    for i in range(k.need_stock):
        out.stock[i] = k.card[j]
        j += 1


cdef double log_weight(const knowledge_t* k, const policy_t* p, double sharpness, const state_t* world) noexcept nogil:
    """The logarithm of how likely the plays seen are if the cards lie so."""
    cdef scored_t moves[MOST_SCORED]
    cdef const seen_play_t* seen
    cdef mask_t hand
    cdef double sum = 0
    cdef int i, n
    for i in range(k.plays):
        seen = &k.play[i]
        hand = world.hand[seen.seat] | seen.since
        n = list_scored(p, dealers_side(k.rules, seen.seat), hand, seen.table,
                        k.rules.pack & ~(seen.public | hand), 0, seen.first, False, moves)
        sum += log(max(likelihood(moves, n, &seen.move, sharpness), LEAST_LIKELY))
    return sum


cdef class Worlds:
    """The worlds of one seat.

    placeholder   a state of the game in which the cards that the seat does not see lie in any way
    hidden        for each seat whether its hand is hidden
    stock_hidden  whether the stock is
    history       the moves played so far, the newest last, as far back as they are known

    Nothing depends on how the hidden cards lie in the placeholder. Raises `ValueError` for a history that cannot
    have led to the position. Not for two threads at once.
    """

    def __cinit__(self, State placeholder, hidden, bint stock_hidden, history=()):
        cdef CompiledRules c = placeholder.compiled
        cdef mask_t unseen = 0
        cdef int seat, i
        memset(&self.k, 0, sizeof(knowledge_t))
        self.compiled = c
        self.type_of_state = type(placeholder)
        self.k.rules = &c.c
        self.k.public = placeholder.s
        for seat in range(c.c.players):
            if hidden[seat]:
                unseen |= self.k.public.hand[seat]
                self.k.need[seat] = count(self.k.public.hand[seat])
                self.k.public.hand[seat] = 0
        if stock_hidden:
            self.k.need_stock = self.k.public.stock_size
            for i in range(self.k.need_stock):
                unseen |= bit(self.k.public.stock[i])
                self.k.public.stock[i] = 0
        for i in range(64):
            if (unseen >> i) & 1:
                self.k.card[self.k.cards] = i
                self.k.cards += 1
        self._remember(placeholder, hidden, history)

    def _remember(self, State placeholder, hidden, history):
        """Goes back from the position through the moves of this handful."""
        cdef const rules_t* rules = self.k.rules
        cdef seen_play_t* seen
        cdef mask_t since[MAX_SEATS]
        cdef mask_t table = placeholder.s.table, public = seen_by_all(rules, &placeholder.s), card
        cdef int seat, turn = placeholder.s.turn, plays = 0
        cdef bint takes
        memset(since, 0, sizeof(since))
        for seat in range(rules.players):
            plays += rules.hand - count(placeholder.s.hand[seat])
        for move in history[max(0, len(history) - plays):][::-1]:
            turn = (turn + rules.players - 1) % rules.players
            card = bit(<int>self.compiled.bit_of[move.card])
            takes = not table & card
            public &= ~card
            for taken in move.captured:
                table |= bit(<int>self.compiled.bit_of[taken])
            table &= ~card
            since[turn] |= card
            if not seen_by_all(rules, &placeholder.s) & card or (not takes and move.captured):
                raise ValueError(f"{move} cannot have been played before this position")
            if not hidden[turn]:
                continue
            seen = &self.k.play[self.k.plays]
            self.k.plays += 1
            seen.seat = turn
            seen.move.card = self.compiled.bit_of[move.card]
            seen.move.takes = takes
            seen.move.taken = self.compiled._mask(move.captured)
            seen.table = table
            seen.since = since[turn]
            seen.public = public
            seen.first = rules.ace_opening and count(public) == rules.table

    def __dealloc__(self):
        free(self.pool)
        free(self.weight)

    cdef int _room(self, int n) except -1:
        free(self.pool)
        free(self.weight)
        self.size = 0
        self.complete = False
        self.pool = <state_t*>malloc(n * sizeof(state_t))
        self.weight = <double*>malloc(n * sizeof(double))
        if self.pool == NULL or self.weight == NULL:
            raise MemoryError()
        return 0

    @property
    def count(self):
        """How many worlds there are; the order of a hidden stock counts only from handful to handful."""
        left = self.k.cards
        total = 1
        groups = [self.k.need[seat] for seat in range(self.compiled.c.players)]
        handful = self.compiled.c.hand
        groups += [handful] * (self.k.need_stock // handful)
        for size in groups:
            total *= comb(left, size)
            left -= size
        return total

    def draw(self, int n, seed, Policy policy=None, double sharpness=0, int candidates=0):
        """Fills the pool with n worlds: uniform ones, or with a policy n of so many `candidates`, resampled in
        proportion to how likely the policy's player would have made the plays seen.

        Returns the effective number of candidates (Kish), n where they are uniform.
        """
        cdef uint64_t rng = seed & 0xFFFFFFFFFFFFFFFF
        cdef int i, j, m = max(n, candidates)
        cdef state_t* drawn
        cdef double* logs
        cdef double most = -1e300, sum = 0, squares = 0, step, at, so_far
        if n < 1:
            raise ValueError(f"{n} worlds")
        self._room(n)
        if policy is None or self.k.plays == 0:
            with nogil:
                for i in range(n):
                    draw(&self.k, &rng, &self.pool[i])
                    self.weight[i] = 1.0 / n
            self.size = n
            return float(n)
        if policy.compiled is not self.compiled:
            raise ValueError("a policy of other rules")
        drawn = <state_t*>malloc(m * sizeof(state_t))
        logs = <double*>malloc(m * sizeof(double))
        if drawn == NULL or logs == NULL:
            free(drawn)
            free(logs)
            raise MemoryError()
        with nogil:
            for i in range(m):
                draw(&self.k, &rng, &drawn[i])
                logs[i] = log_weight(&self.k, &policy.c, sharpness, &drawn[i])
                most = max(most, logs[i])
            for i in range(m):
                logs[i] = exp(logs[i] - most)
                sum += logs[i]
                squares += logs[i] * logs[i]
            # systematic resampling: one random number, evenly spaced places
            step = sum / n
            at = step * (<double>(next_random(&rng) >> 11) / 9007199254740992.0)
            so_far = logs[0]
            j = 0
            for i in range(n):
                while so_far < at and j < m - 1:
                    j += 1
                    so_far += logs[j]
                self.pool[i] = drawn[j]
                self.weight[i] = 1.0 / n
                at += step
            # neighbours are often the same world: mix them, so that every part of the pool is like the whole
            for i in range(n - 1, 0, -1):
                j = below(&rng, i + 1)
                drawn[0] = self.pool[i]
                self.pool[i] = self.pool[j]
                self.pool[j] = drawn[0]
        free(drawn)
        free(logs)
        self.size = n
        return sum * sum / squares

    def enumerate(self, Policy policy=None, double sharpness=0):
        """Fills the pool with every world, each with its weight. `ValueError` where a stock is hidden."""
        cdef int i, n
        cdef double sum = 0, most = -1e300
        if self.k.need_stock:
            raise ValueError("worlds with a hidden stock are not enumerated")
        n = self.count
        self._room(n + 1)        # one more to work in
        with nogil:
            self._fill(0, 0, 0)
            for i in range(n):
                self.weight[i] = 0
                if policy is not None:
                    self.weight[i] = log_weight(&self.k, &policy.c, sharpness, &self.pool[i])
                most = max(most, self.weight[i])
            for i in range(n):
                self.weight[i] = exp(self.weight[i] - most)
                sum += self.weight[i]
            for i in range(n):
                self.weight[i] /= sum
        self.complete = True

    cdef void _fill(self, int seat, int start, mask_t used) noexcept nogil:
        """Extends the world at the end of the pool by every choice for this hand and the later ones."""
        cdef state_t* s = &self.pool[self.size]
        cdef state_t unfinished
        cdef int i
        if seat == 0 and start == 0 and used == 0:
            s[0] = self.k.public
        while seat < self.k.rules.players and (
            count(s.hand[seat]) == count(self.k.public.hand[seat]) + self.k.need[seat]
        ):
            seat += 1
            start = 0
        if seat == self.k.rules.players:
            self.size += 1
            return
        unfinished = s[0]
        for i in range(start, self.k.cards):
            if used & bit(self.k.card[i]):
                continue
            s = &self.pool[self.size]
            s[0] = unfinished
            s.hand[seat] |= bit(self.k.card[i])
            self._fill(seat, i + 1, used | bit(self.k.card[i]))

    def __len__(self):
        return self.size

    def __getitem__(self, int i):
        """A world of the pool, as a state, and its weight."""
        cdef State state
        if not 0 <= i < self.size:
            raise IndexError(f"world {i} of {self.size}")
        state = self.type_of_state.__new__(self.type_of_state)
        state.compiled = self.compiled
        state.s = self.pool[i]
        return state, self.weight[i]
