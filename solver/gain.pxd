# What a capture brings at once: scope, and cards with points of their own.

from libc.stdlib cimport abs

from scopone.solver.cards cimport bit, ctz, mask_t, of_ranks, rank_of, unlikely
from scopone.solver.moves cimport takes_all_anyway
from scopone.solver.plan cimport plan_t
from scopone.solver.rules cimport SWEEP_OFF, rules_t

cdef inline int marked_points(const plan_t* plan, mask_t cards) noexcept nogil:
    """The points of the marked cards in a set."""
    cdef int points = 0
    cards &= plan.marked
    while cards:
        points += plan.points_of[ctz(cards)]
        cards &= cards - 1
    return points

cdef inline int marked_open(const plan_t* plan, mask_t rest) noexcept nogil:
    """Marked cards not yet captured can bring so many points to one side or the other."""
    cdef int points = 0
    rest &= plan.marked
    while rest:
        points += abs(plan.points_of[ctz(rest)])
        rest &= rest - 1
    return points

cdef inline bint is_scopa(const plan_t* plan, int left, mask_t card, mask_t taken) noexcept nogil:
    """Does a capture that clears the table count, with `left` cards to play before it?"""
    cdef const rules_t* rules = plan.rules
    if left == 1 and not rules.last_card_scopa:
        return False
    return not (
        card & of_ranks(1) and rules.ace_sweep != SWEEP_OFF and not rules.ace_sweep_scopa
        and not takes_all_anyway(rules, taken)
    )

cdef inline int scopa_points(const plan_t* plan, int left, mask_t card, mask_t taken) noexcept nogil:
    """Points for a capture that clears the table, with `left` cards to play before it."""
    cdef const rules_t* rules = plan.rules
    if not is_scopa(plan, left, card, taken):
        return 0
    if unlikely(card & rules.scopa_cards != 0):
        return rules.scopa_card_points[ctz(card)] + (0 if rules.scopa_card_replaces else rules.scopa_points)
    return rules.scopa_points

cdef inline bint adds_scope(const plan_t* plan, int left, mask_t card, mask_t taken) noexcept nogil:
    """Is a capture that clears the table counted among the scope? One with a price of its own may not be."""
    return is_scopa(plan, left, card, taken) and not (
        card & plan.rules.scopa_cards and plan.rules.scopa_card_replaces)

cdef inline int gain_of(const plan_t* plan, int left, mask_t card, mask_t taken, bint sweeps, int laid) noexcept nogil:
    """Points that a capture brings at once; `laid` is the card that the previous player laid, or -1."""
    cdef int points = 0
    if sweeps:
        points = scopa_points(plan, left, card, taken)
        if unlikely(card & plan.rules.scopa_cards != 0) and plan.rules.scopa_card_replaces and is_scopa(
            plan, left, card, taken
        ):
            return points + marked_points(plan, taken)
    if (card | taken) & plan.marked:
        points += marked_points(plan, card | taken)
    if unlikely(plan.rules.picada_points != 0) and laid >= 0 and taken == bit(laid) and (
        card & of_ranks(<unsigned int>1 << rank_of(laid))
    ):
        points += plan.rules.picada_points
    return points
