"""Layouts: the ways in which hidden cards can lie in the hands, each with its number.

The hands stand in the order in which they are next played from: the seat to move first, the later handfuls of a
stock last. The number of a layout is a numeral with a digit for each hand: the rank of the set of its cards among
the sets of as many that the hands before it have left over (colexicographic; cards in the order of their bits, by
suit and then by rank). Every number below the product of the binomials is a layout: no gaps, no table to look up.

Since the first digit is the hand of the seat to move, all layouts that it holds possible are one run of numbers,
and so are those that stay possible when it has played a card: work on them is on whole runs of memory.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport malloc

from scopone.solver.cards cimport bit, count, ctz, mask_t
from scopone.solver.plan cimport unplayed
from scopone.solver.rules cimport CompiledRules, compiled
from scopone.solver.state cimport State, state_t


cdef uint64_t binomial[MOST_HIDDEN + 2][MOST_HIDDEN + 2]


cdef void _tabulate() noexcept nogil:
    cdef int n, k
    for n in range(MOST_HIDDEN + 2):
        for k in range(MOST_HIDDEN + 2):
            binomial[n][k] = 1 if k == 0 else 0 if n == 0 else binomial[n - 1][k - 1] + binomial[n - 1][k]


_tabulate()


cdef uint64_t choose(int n, int k) noexcept nogil:
    """Binomial coefficient, n up to MOST_HIDDEN; 0 for a negative k."""
    return 0 if k < 0 else binomial[n][k]


cdef uint64_t rank_in(mask_t chosen, mask_t among) noexcept nogil:
    """The number of a set among all sets of as many cards of a larger one."""
    cdef uint64_t rank = 0
    cdef int k = 0
    cdef mask_t card
    while chosen:
        card = chosen & -chosen
        chosen ^= card
        k += 1
        rank += binomial[count(among & (card - 1))][k]
    return rank


cdef mask_t unrank_in(uint64_t rank, int k, mask_t among) noexcept nogil:
    """The set of k cards with this number."""
    cdef mask_t chosen = 0, card
    cdef int place = count(among)
    while k:
        place -= 1
        card = bit(63 - _leading(among))
        among ^= card
        if binomial[place][k] <= rank:
            rank -= binomial[place][k]
            chosen |= card
            k -= 1
    return chosen


cdef inline int _leading(mask_t x) noexcept nogil:
    cdef int n = 0
    while not x >> 63:
        x <<= 1
        n += 1
    return n


cdef bint set_level(level_t* level, const rules_t* rules, int left, const bint* known, int known_above) noexcept nogil:
    """The layouts when `left` cards are still to be played. False if there are more than can be numbered.

    Hands of seats that are `known` hide nothing as long as more than `known_above` cards are left (those are in
    the stock and nobody's yet).
    """
    cdef int handful = rules.players * rules.hand
    cdef int in_hand = (left - 1) % handful + 1 if left else 0
    cdef int played = handful - in_hand
    cdef int i, seat, rest
    level.left = left
    level.seat = played % rules.players
    level.groups = 0
    level.hidden = 0
    level.now = rules.players
    level.fresh = played == 0
    level.turned = NULL
    if (left - in_hand) // rules.hand + rules.players > MOST_GROUPS:
        return False
    for i in range(rules.players if left else 0):
        seat = (level.seat + i) % rules.players
        level.size[i] = rules.hand - played // rules.players - (seat < level.seat)
        if known[seat] and left > known_above:
            level.size[i] = 0
        level.groups += 1
        level.hidden += level.size[i]
    for i in range((left - in_hand) // rules.hand):
        level.size[level.groups] = rules.hand
        level.groups += 1
        level.hidden += rules.hand
    if level.hidden > MOST_HIDDEN:
        return False
    level.layouts = level.block = 1
    rest = level.hidden
    for i in range(level.groups):
        level.layouts *= binomial[rest][level.size[i]]
        if i:
            level.block *= binomial[rest][level.size[i]]
        rest -= level.size[i]
        if level.layouts >> 32:
            return False
    return True


cdef struct turning_t:
    level_t* level
    mask_t first             # the hand that has just been played from
    int group                # where it stands now
    uint64_t at
    uint64_t tail            # layouts of the later handfuls


cdef void _turn(turning_t* t, int i, mask_t rest, uint64_t number) noexcept nogil:
    """Numbers all layouts of the hands from i on; `rest` is what the hands so far have left over."""
    cdef int k
    cdef uint64_t rank, j
    cdef mask_t all_rest = rest | t.first
    cdef mask_t hand
    if i == t.group:
        number = number * binomial[count(all_rest)][t.level.size[i]] + rank_in(t.first, all_rest)
        for j in range(t.tail):
            t.level.turned[t.at + j] = <uint32_t>(number * t.tail + j)
        t.at += t.tail
        return
    k = t.level.size[i]
    for rank in range(binomial[count(rest)][k]):
        hand = unrank_in(rank, k, rest)
        _turn(t, i + 1, rest ^ hand, number * binomial[count(all_rest)][k] + rank_in(hand, all_rest))


cdef bint turn_level(level_t* level) noexcept nogil:
    """Makes the list by which an array of this level is put in the order of the level above it.

    There the seat that has just played comes first, here it is the last of its handful. False if memory is out.
    """
    cdef turning_t t
    cdef mask_t every = bit(level.hidden) - 1
    cdef uint64_t rank
    cdef int i, rest = level.hidden
    level.turned = NULL
    t.group = level.now - 1
    if level.groups == 0 or level.fresh or level.size[t.group] == 0 or level.layouts == 1:
        return True
    level.turned = <uint32_t*>malloc(level.layouts * sizeof(uint32_t))
    if level.turned == NULL:
        return False
    t.level = level
    t.at = 0
    t.tail = 1
    for i in range(level.now):
        rest -= level.size[i]
    for i in range(level.now, level.groups):
        t.tail *= binomial[rest][level.size[i]]
        rest -= level.size[i]
    for rank in range(binomial[level.hidden][level.size[t.group]]):
        t.first = unrank_in(rank, level.size[t.group], every)
        _turn(&t, 0, every ^ t.first, 0)
    return True


cdef class Layouts:
    """The layouts of a position's unplayed cards, all hands hidden and the stock, too.

    Raises `OverflowError` where there are 2^32 of them or more.
    """

    cdef level_t level
    cdef readonly CompiledRules rules
    cdef mask_t cards

    def __cinit__(self, State any_state):
        cdef bint known[8]
        cdef int i
        for i in range(8):
            known[i] = False
        self.rules = any_state.compiled
        self.cards = unplayed(&self.rules.c, &any_state.s)
        if not set_level(&self.level, &self.rules.c, count(self.cards), known, 0):
            raise OverflowError("more layouts than can be numbered")

    def __len__(self):
        return self.level.layouts

    @property
    def block(self):
        """How many of them the seat to move holds possible: they are numbered in a row."""
        return self.level.block

    def index(self, State state):
        """The number of the layout of a state with the same unplayed cards; `ValueError` for any other."""
        cdef uint64_t number = 0
        cdef mask_t rest = self.cards, hand
        cdef int i, j, at = 0
        if state.compiled is not self.rules or unplayed(&self.rules.c, &state.s) != self.cards:
            raise ValueError("other cards in play")
        for i in range(self.level.groups):
            if i < self.level.now:
                hand = state.s.hand[(self.level.seat + i) % self.level.now]
            else:
                hand = 0
                for j in range(self.rules.c.hand):
                    hand |= bit(state.s.stock[at])
                    at += 1
            number = number * binomial[count(rest)][self.level.size[i]] + rank_in(hand, rest)
            rest ^= hand
        return number

    def hands(self, uint64_t number):
        """The hands of a layout as masks: those of seat 0, 1 ..., then those of later handfuls in dealing order.

        Raises `IndexError` for a number that is none.
        """
        cdef uint64_t radix[MOST_GROUPS]
        cdef mask_t rest = self.cards, hand
        cdef int i, n = count(rest)
        cdef list found = []
        if number >= self.level.layouts:
            raise IndexError(f"layout {number} of {self.level.layouts}")
        for i in range(self.level.groups):
            radix[i] = binomial[n][self.level.size[i]]
            n -= self.level.size[i]
        cdef uint64_t digits[MOST_GROUPS]
        for i in reversed(range(self.level.groups)):
            digits[i] = number % radix[i]
            number //= radix[i]
        for i in range(self.level.groups):
            hand = unrank_in(digits[i], self.level.size[i], rest)
            rest ^= hand
            found.append(hand)
        i = self.level.now - self.level.seat
        return tuple(found[i:self.level.now] + found[:i] + found[self.level.now:])
