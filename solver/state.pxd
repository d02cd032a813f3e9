# A position of any game of the family, and playing one move in it.

from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

from scopone.solver.cards cimport MAX_CARDS, MAX_SEATS, bit, mask_t, rank_of
from scopone.solver.rules cimport CompiledRules, rules_t

cdef enum:
    NOBODY = -1

cdef struct state_t:
    mask_t hand[MAX_SEATS]
    mask_t table
    mask_t shown               # cards in hands that have been declared
    mask_t made                # cards with a price of their own that have made a scopa
    mask_t pile[MAX_SEATS]     # a side's captured cards (a seat's where the rules keep seat piles)
    int16_t scope[MAX_SEATS]   # a side's scope
    int16_t bonus[MAX_SEATS]   # a side's points won in play other than scope
    int8_t turn
    int8_t last                # seat that captured last, or NOBODY
    int8_t laid                # card that the previous player laid, or NOBODY (kept where picada counts)
    int8_t wild_as             # rank + 1 as which the wild card in a hand was declared, else 0
    uint8_t stock_size
    uint8_t stock[MAX_CARDS]   # undealt cards in dealing order

cdef struct move_t:
    int8_t card
    int8_t declares            # 0, or 1 + the index of the declaration made with this move
    int8_t points              # what that gives
    int8_t wild_as             # rank + 1 that the wild card is declared as, else 0
    bint takes                 # false: the card is laid
    mask_t taken               # table cards captured

cdef inline bint is_over(const rules_t* rules, const state_t* s) noexcept nogil:
    cdef int seat
    for seat in range(rules.players):
        if s.hand[seat]:
            return False
    return s.stock_size == 0

cdef inline bint last_play(const rules_t* rules, const state_t* s) noexcept nogil:
    """The card about to be played is the last of the whole deal."""
    cdef int seat
    if s.stock_size or s.hand[s.turn] & (s.hand[s.turn] - 1):
        return False
    for seat in range(rules.players):
        if seat != s.turn and s.hand[seat]:
            return False
    return True

cdef inline int played_as(const rules_t* rules, int card, int wild_as) noexcept nogil:
    """The rank that a card plays as."""
    return wild_as - 1 if wild_as and bit(card) & rules.wild else rank_of(card)

cdef inline int pile_of(const rules_t* rules, int seat) noexcept nogil:
    return seat if rules.seat_piles else rules.side_of[seat]

cdef void play(const rules_t* rules, state_t* s, const move_t* m) noexcept nogil

cdef inline void declare(const rules_t* rules, state_t* s, const move_t* m) noexcept nogil:
    """Makes the declaration of a move, if it has one; `play` goes on from there and does not look at it."""
    if rules.declarations and m.declares:
        s.bonus[rules.side_of[s.turn]] += m.points
        s.shown |= s.hand[s.turn]
        if m.wild_as:
            s.wild_as = m.wild_as

cdef bint opening(const rules_t* rules, const state_t* s) noexcept nogil
cdef tuple said(CompiledRules compiled, const move_t* m)

cdef class State:
    cdef state_t s
    cdef readonly CompiledRules compiled

    cdef State successor(self, const move_t* m)
    cdef void _find_made(self) noexcept nogil
