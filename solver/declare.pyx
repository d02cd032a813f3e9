"""Which declarations a hand of three allows.

A player declares as he plays his first card of the handful, so a declaration is part of that move. Where the
wild card keeps the rank that it was declared as, each rank that it may stand for is a declaration of its own.
"""

from scopone.solver.cards cimport count, ctz, mask_t, rank_of
from scopone.solver.rules cimport TEST_LOW, TEST_LOW_DIFFERENT, TEST_LOW_PAIR, TEST_THREE_EQUAL, rules_t

cdef enum:
    LOW = 9                  # the greatest total that is low


cdef declared_t declared(const rules_t* rules, mask_t hand, int wild_as) noexcept nogil:
    """What a hand can declare with the wild card as a rank (as itself: -1); item -1 if it is nothing."""
    cdef declared_t found
    cdef int i, rank, kinds, test, best = 0, total = 0
    cdef unsigned int ranks = 0
    cdef mask_t left = hand
    cdef bint passes
    found.item = -1
    found.wild_as = 0
    found.points = 0
    if count(hand) != 3:
        return found
    while left:
        rank = rank_of(ctz(left))
        if wild_as >= 0 and left & (~left + 1) & rules.wild:
            rank = wild_as
        ranks |= <unsigned int>1 << rank
        total += rules.value[rank]
        left &= left - 1
    kinds = count(ranks)
    for i in range(rules.declarations):
        test = rules.declaration[i].test
        if test == TEST_THREE_EQUAL:
            passes = kinds == 1
        elif test == TEST_LOW:
            passes = total <= LOW
        elif test == TEST_LOW_DIFFERENT:
            passes = total <= LOW and kinds == 3
        else:
            passes = total <= LOW and kinds < 3
        if passes and rules.declaration[i].points > best:
            best = rules.declaration[i].points
            found.item = i
        if passes and rules.declares_all:
            found.points += rules.declaration[i].points
    if not rules.declares_all:
        found.points = best
    if hand & rules.wild and rules.wild_keeps:
        found.wild_as = (rank_of(ctz(rules.wild)) if wild_as < 0 else wild_as) + 1
    return found


cdef int list_declared(const rules_t* rules, mask_t hand, declared_t* out) noexcept nogil:
    """All declarations of a hand, to `out`; their number. Where nobody can keep silent only the best."""
    cdef declared_t one
    cdef int rank, n = 0
    if not hand & rules.wild:
        out[0] = declared(rules, hand, -1)
        return out[0].item >= 0
    for rank in range(rules.ranks):
        one = declared(rules, hand, rank)
        if one.item < 0:
            continue
        if n and (rules.must_declare or not rules.wild_keeps):
            if one.points > out[0].points:
                n = 0
            elif one.points < out[0].points or not rules.wild_keeps:
                continue
        out[n] = one
        n += 1
    return n
