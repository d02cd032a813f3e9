# Random play: a small random number generator, one uniformly chosen legal move, a whole random deal.

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from scopone.solver.cards cimport MAX_CARDS, MAX_RANKS, count, ctz, mask_t, of_ranks, rank_of, ranks_of
from scopone.solver.moves cimport is_plain, tabulated
from scopone.solver.rules cimport CompiledRules, rules_t
from scopone.solver.legal cimport moves_t
from scopone.solver.state cimport move_t, opening, state_t

cdef enum:
    MAX_TOTAL = MAX_CARDS * MAX_RANKS    # of the ranks of any set of cards
    MAX_REDEALS = 4

cdef struct dealer_t:                # how a pack is dealt
    int cards
    uint8_t pack[MAX_CARDS]
    int redeals
    int redeal_rank[MAX_REDEALS]     # -1: any one rank
    int redeal_least[MAX_REDEALS]
    int redeal_total                 # void if the opening table totals so little, 0 if that does not matter
    bint bonus                       # the dealer takes an opening table of some totals, with scope
    uint8_t bonus_scope[MAX_TOTAL]
    int wild                         # the card that stands for any of 1..10 in that total, or -1

cdef struct chooser_t:               # what choosing a move needs beside the rules
    uint16_t* several                # table ranks -> ranks that have two captures or more; NULL: list the moves
    moves_t moves                    # room for that list

cdef inline uint64_t next_random(uint64_t* rng) noexcept nogil:
    """SplitMix64 (Steele, Lea, Flood 2014): one word of state, every seed is good."""
    cdef uint64_t z
    rng[0] += <uint64_t>0x9E3779B97F4A7C15
    z = rng[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)

cdef inline uint32_t below(uint64_t* rng, uint32_t n) noexcept nogil:
    """A number from 0 to n - 1, all exactly equally likely (Lemire 2019): n is at least 1."""
    cdef uint64_t m = (next_random(rng) >> 32) * n
    cdef uint32_t least
    if <uint32_t>m < n:
        least = (<uint32_t>0 - n) % n
        while <uint32_t>m < least:
            m = (next_random(rng) >> 32) * n
    return <uint32_t>(m >> 32)

cdef int pick_listed(chooser_t* chooser, const rules_t* rules, const state_t* s, uint64_t* rng,
                     move_t* out) noexcept nogil

cdef inline int pick_move(chooser_t* chooser, const rules_t* rules, const state_t* s, uint64_t* rng,
                          move_t* out) noexcept nogil:
    """Writes one legal move, all of them equally likely; -1 when memory is out.

    Nearly every card has one move only, so the cards are numbered first and the further captures of the few
    cards that have several come after them: one random number, and no list of moves.
    """
    cdef mask_t hand = s.hand[s.turn]
    cdef uint32_t ranks = ranks_of(s.table)
    cdef mask_t several, left
    cdef const uint16_t* found
    cdef uint32_t cards, total, r, which = 1
    if chooser.several == NULL or not is_plain(s.table) or (rules.ace_opening and opening(rules, s)):
        return pick_listed(chooser, rules, s, rng, out)
    cards = total = count(hand)
    several = hand & of_ranks(chooser.several[ranks])
    left = several
    while left:
        total += tabulated(rules, rank_of(ctz(left)), ranks)[0] - 1
        left &= left - 1
    r = below(rng, total)
    if r < cards:
        while r:
            hand &= hand - 1
            r -= 1
        out.card = ctz(hand)
        found = tabulated(rules, rank_of(out.card), ranks)
    else:
        r -= cards
        while True:
            out.card = ctz(several)
            several &= several - 1
            found = tabulated(rules, rank_of(out.card), ranks)
            if r < <uint32_t>found[0] - 1:
                break
            r -= found[0] - 1
        which = 2 + r
    out.declares = 0
    out.takes = found[0] > 0
    out.taken = of_ranks(found[which]) & s.table if out.takes else 0
    return 0

cdef void deal(dealer_t* dealer, const rules_t* rules, uint64_t* rng, state_t* s) noexcept nogil
cdef int play_out(chooser_t* chooser, const rules_t* rules, uint64_t* rng, state_t* s) noexcept nogil

cdef class Playout:
    """The tables that random play needs for one set of rules."""
    cdef const rules_t* rules
    cdef readonly CompiledRules compiled   # owns `rules`
    cdef dealer_t dealer
    cdef chooser_t chooser
    cdef _read_deal(self, rules, CompiledRules c)
