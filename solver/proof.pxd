# Proofs: what a search returns, and what of the past its result depended on.
#
# A proof that a side gets at least so many of the remaining points rests on a requirement: the least that
# the side must have captured already. All of it is monotone (more cards, more denari, better primiera cards
# of its own or worse ones of the opponent's never hurt), so the proof holds for every past that is at least as
# good. A requirement is one word of ten fields, each with a guard bit above it that is 0 at rest:
#
#     bits 0-4    own cards                      guard bit 5
#     bits 6-8    own cards of the second suit   guard bit 9
#     10 + 5s     own primiera level, s = 0..3   (4 bits and a guard)
#     30 + 5s     top level less the opponent's  (4 bits and a guard)
#
# With the guards set, one subtraction compares all ten fields at once. Above the fields: USES_SUIT and
# USES_PRIMIERA say which of the categories the proof looked at (see plan.pyx: fewer means that the proof holds
# for more boards), SUCCESS that the proof is for the side to move, ABORT that there is no proof.

from libc.stdint cimport uint64_t

from scopone.solver.cards cimport lane, mask_t
from scopone.solver.plan cimport levels, plan_t
from scopone.solver.rules cimport PRIMIERA_POINTS

ctypedef uint64_t proof_t

cdef enum:
    CARDS_BITS = 31
    SUIT_SHIFT = 6
    SUIT_BITS = 7
    OWN_SHIFT = 10
    OPP_SHIFT = 30

cdef extern from *:
    """
    #define SCOPONE_GUARDS   0x0002108421084220ULL
    #define SCOPONE_FIELDS   0x0003FFFFFFFFFFFFULL
    #define SCOPONE_OWN      0x000000003FFFFC00ULL
    #define SCOPONE_PRIMIERA 0x0003FFFFFFFFFC00ULL
    #define SCOPONE_SUCCESS  (1ULL << 63)
    #define SCOPONE_ABORT    (1ULL << 62)
    #define SCOPONE_USES_PRIMIERA (1ULL << 61)
    #define SCOPONE_USES_SUIT (1ULL << 60)
    #define SCOPONE_NEEDS_LAST (1ULL << 59)
    """
    const uint64_t GUARDS "SCOPONE_GUARDS"
    const uint64_t FIELDS "SCOPONE_FIELDS"
    const uint64_t OWN_FIELDS "SCOPONE_OWN"
    const uint64_t PRIMIERA_FIELDS "SCOPONE_PRIMIERA"
    const uint64_t SUCCESS "SCOPONE_SUCCESS"
    const uint64_t ABORT "SCOPONE_ABORT"
    const uint64_t USES_PRIMIERA "SCOPONE_USES_PRIMIERA"
    const uint64_t USES_SUIT "SCOPONE_USES_SUIT"
    const uint64_t NEEDS_LAST "SCOPONE_NEEDS_LAST"

cdef inline proof_t field_mask(proof_t guards) noexcept nogil:
    """The value bits of the fields whose guard bits are set."""
    cdef proof_t cards = guards & 0x20
    cdef proof_t suit = guards & 0x200
    cdef proof_t rest = guards & ~<proof_t>0x3FF
    return (rest - (rest >> 4)) | (cards - (cards >> 5)) | (suit - (suit >> 3))

cdef inline proof_t both(proof_t a, proof_t b) noexcept nogil:
    """The requirement of two proofs together: the greater of each field, all flags."""
    cdef proof_t x = a & FIELDS
    cdef proof_t y = b & FIELDS
    cdef proof_t larger = field_mask(((x | GUARDS) - y) & GUARDS)
    return (x & larger) | (y & ~larger & FIELDS) | ((a | b) & ~FIELDS)

cdef inline bint meets(proof_t statistic, proof_t requirement) noexcept nogil:
    """Every field of the statistic is at least the required one."""
    return ((statistic | GUARDS) - (requirement & FIELDS)) & GUARDS == GUARDS

cdef inline uint64_t less_than_top(const plan_t* plan, uint64_t four) noexcept nogil:
    """Four levels turned round: the top level minus each."""
    return <uint64_t>plan.top * 0x8421 - four

cdef inline proof_t tally(const plan_t* plan, int cards, int suit) noexcept nogil:
    """The fields of a side's past other than the primiera, saturated where more cannot matter."""
    return <proof_t>min(cards, plan.cards.win_at) | <proof_t>min(suit, plan.suit.win_at) << SUIT_SHIFT

cdef inline proof_t primiera_fields(const plan_t* plan, mask_t own, mask_t opp) noexcept nogil:
    return levels(plan, own) << OWN_SHIFT | less_than_top(plan, levels(plan, opp)) << OPP_SHIFT

cdef inline proof_t before_capture(
    const plan_t* plan, proof_t proof, mask_t own, mask_t opp, mask_t taken, int cards, int suit
) noexcept nogil:
    """The requirement before the side whose proof it is captured these cards (the played one included).

    own, opp are the piles before; `cards` and `suit` count what was captured. A level that the capture
    reached is no longer required of the past, unless the card was dead: dead cards are not told apart, so that
    another board may have another card in its place.
    """
    cdef int n = <int>(proof & CARDS_BITS)
    cdef int m = <int>(proof >> SUIT_SHIFT) & SUIT_BITS
    cdef proof_t need = proof & OWN_FIELDS
    cdef proof_t have, covered
    cdef int s, gained
    proof &= ~(<proof_t>(CARDS_BITS | SUIT_BITS << SUIT_SHIFT) | OWN_FIELDS)
    proof |= <proof_t>max(n - cards, 0) | <proof_t>max(m - suit, 0) << SUIT_SHIFT
    if need == 0:
        return proof
    if plan.rules.primiera == PRIMIERA_POINTS:
        for s in range(4):
            covered = <proof_t>15 << (OWN_SHIFT + 5 * s)
            if need & covered:
                gained = plan.level[lane(taken, s)]
                if <proof_t>gained << (OWN_SHIFT + 5 * s) >= need & covered and (
                    gained > plan.level[lane(own, s)] or gained > plan.level[lane(opp, s)]
                ):
                    need &= ~covered
    else:
        # counts: what was required less what these cards bring, not below none
        have = levels(plan, taken) << OWN_SHIFT
        covered = field_mask(((have | GUARDS) - need) & GUARDS)
        need = (need - (have & ~covered & OWN_FIELDS)) & ~covered
    return proof | need
