# What a sensible player would do: every legal move scored by a handful of weights, without a look at hidden cards.
#
# One model serves three ends: it plays sampled games to their end, it says which unexplored move to try first,
# and it tells how likely a move was, which is what can be learned from how the others have played.

from libc.stdint cimport uint16_t, uint64_t

from scopone.solver.cards cimport mask_t
from scopone.solver.rules cimport CompiledRules, rules_t
from scopone.solver.state cimport move_t, state_t

cdef enum:
    MOST_SCORED = 192        # moves of one position that are looked at; no game of the family comes near it

cdef struct scored_t:
    move_t move
    float score              # points, in the mover's view

cdef enum:
    LATE = 2                 # cards in hand from which on it is late

cdef struct taste_t:         # of one side: what it likes and fears, in points
    float take[64]           # each card captured, and the card that captures
    float lay[64]            # each card laid
    float scopa
    float exposed[5]         # the next player may sweep with a rank of which so many cards are unseen
    float twin[4]            # lays a card and keeps so many of its rank
    float fellows[4]         # lays a card of whose rank so many are unseen
    float equal              # captures an equal card
    float unpaired           # each rank of which a capture leaves an odd number in play
    float capture            # captures at all
    float late               # ... with few cards in hand

cdef struct policy_t:
    const rules_t* rules
    uint16_t* sweepers       # table ranks, none twice -> the ranks that can take them all
    # the same -> the ranks that capture; NULL where the rules let a card that captures be laid, or look at more
    uint16_t* takers
    taste_t taste[2]         # of the hand side, and of the dealer's

cdef int list_scored(const policy_t* p, bint dealers, mask_t hand, mask_t table, mask_t unseen, int wild_as,
                     bint first, bint last, scored_t* out) noexcept nogil
cdef int list_here(const policy_t* p, const state_t* s, mask_t seen, bint last, scored_t* out) noexcept nogil
cdef void choose(const policy_t* p, uint64_t* rng, uint64_t limit, const state_t* s, mask_t seen, bint last,
                 move_t* out) noexcept nogil
cdef void play_on(const policy_t* p, uint64_t* rng, double epsilon, state_t* s) noexcept nogil
cdef double likelihood(const scored_t* moves, int n, const move_t* played, double sharpness) noexcept nogil

cdef inline bint dealers_side(const rules_t* rules, int seat) noexcept nogil:
    return rules.side_of[seat] == rules.side_of[rules.players - 1]

cdef inline mask_t seen_by_all(const rules_t* rules, const state_t* s) noexcept nogil:
    """The table and all piles."""
    cdef mask_t seen = s.table
    cdef int i
    for i in range(rules.piles):
        seen |= s.pile[i]
    return seen

cdef class Policy:
    cdef policy_t c
    cdef readonly CompiledRules compiled

    cdef float _worth(self, int card, weights) except? -1
    cdef int _read(self, taste_t* taste, weights) except -1
