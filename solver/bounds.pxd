# What the categories are worth: at the end of the deal, and at the least and most before it.

from scopone.solver.cards cimport count, lane, mask_t
from scopone.solver.plan cimport levels, plan_t, special_value, tally_t
from scopone.solver.proof cimport (
    OPP_SHIFT, OWN_SHIFT, SUCCESS, SUIT_SHIFT, USES_PRIMIERA, USES_SUIT, less_than_top, proof_t,
)
from scopone.solver.rules cimport MISSING_FEWER_LOSE, MISSING_VOID, PRIMIERA_POINTS
from scopone.solver.table cimport frame_t

cdef struct worth_t:         # points of the categories, for one side: from `points` down to -`points`
    int cards
    int suit
    int primiera

cdef inline int primiera_rating(const plan_t* plan, mask_t pile) noexcept nogil:
    """A number that decides the primiera: the higher wins. 0 for a void primiera."""
    cdef int a, b, c, d, i, rating
    if plan.rules.primiera == PRIMIERA_POINTS:
        a = plan.level[lane(pile, 0)]
        b = plan.level[lane(pile, 1)]
        c = plan.level[lane(pile, 2)]
        d = plan.level[lane(pile, 3)]
        rating = plan.worth[a] + plan.worth[b] + plan.worth[c] + plan.worth[d]
        if plan.rules.primiera_missing == MISSING_VOID:
            return rating if a and b and c and d else 0
        if plan.rules.primiera_missing == MISSING_FEWER_LOSE:
            return rating + 256 * ((a > 0) + (b > 0) + (c > 0) + (d > 0))
        return rating
    rating = 0
    for i in range(plan.primiera_ranks):
        rating = rating * 8 + <int>(levels(plan, pile) >> (5 * i) & 7)
    return rating

cdef inline int of_tally(const tally_t* t, int own) noexcept nogil:
    """Points of a majority for a side that ends with so many of its cards (the opponent has the others)."""
    return t.points if own >= t.win_at else 0 if own >= t.tie_at else -t.points

cdef inline proof_t needed(int* slack, int worth, const tally_t* t, int gained) noexcept nogil:
    """How many cards a side must have had before it gained some, to keep what its proof needs of a majority.

    `slack` is how many points the proof can spare: the category is given up or weakened where they allow it.
    0 if nothing is needed, else the number + 1.
    """
    cdef int cost = worth + t.points
    if cost == 0 or slack[0] >= cost:
        slack[0] -= cost
        return 0
    if worth == t.points and slack[0] >= t.points:
        slack[0] -= t.points
        worth = 0
    return <proof_t>max((t.win_at if worth > 0 else t.tie_at) - gained, 0) + 1

cdef inline proof_t require(
    const plan_t* plan, mask_t own, mask_t own_end, mask_t opp_end, int cards, int suit, worth_t w, int slack
) noexcept nogil:
    """The requirement of a proof that rests on the worth of the categories, with some points to spare.

    own is the pile at the node that the requirement is for; own_end, opp_end those that the worth was read
    from (the same, or later ones); cards and suit count what own gained in between.
    """
    cdef proof_t proof = 0
    cdef proof_t n, end, before
    cdef int s, cost
    cost = w.primiera + plan.primiera
    if cost and slack >= cost:
        slack -= cost
    elif cost:
        # levels that were reached in between are not required of the past
        end = levels(plan, own_end)
        if plan.rules.primiera == PRIMIERA_POINTS:
            before = levels(plan, own)
            for s in range(0, 20, 5):
                if (before >> s) & 15 < (end >> s) & 15:
                    end &= ~(<proof_t>15 << s)
        else:
            end -= levels(plan, own_end & ~own)
        proof = USES_PRIMIERA | end << OWN_SHIFT | less_than_top(plan, levels(plan, opp_end)) << OPP_SHIFT
    n = needed(&slack, w.suit, &plan.suit, suit)
    if n:
        proof |= USES_SUIT | (n - 1) << SUIT_SHIFT
    n = needed(&slack, w.cards, &plan.cards, cards)
    if n:
        proof |= n - 1
    return proof

cdef inline proof_t judge(
    const plan_t* plan, const frame_t* f, mask_t own_end, mask_t opp_end, int target
) noexcept nogil:
    """The end of the deal: does the side to move at the node have at least `target` points from the categories?"""
    cdef worth_t w
    cdef mask_t gained = own_end & ~f.own
    cdef int cards = count(gained)
    cdef int suit = count(gained & plan.suit.of)
    cdef int value, a, b
    if own_end | opp_end == 0:       # nobody captured in the whole deal
        return SUCCESS if target <= 0 else 0
    w.cards = of_tally(&plan.cards, f.own_cards + cards)
    w.suit = of_tally(&plan.suit, f.own_suit + suit)
    w.primiera = -plan.primiera
    value = w.cards + w.suit
    if plan.special:
        value += special_value(plan, own_end, opp_end)
    if value - plan.primiera >= target:
        value -= plan.primiera
    elif value + plan.primiera < target:
        value += plan.primiera
        w.primiera = plan.primiera
    elif plan.primiera:
        a = primiera_rating(plan, own_end)
        b = primiera_rating(plan, opp_end)
        w.primiera = plan.primiera * ((a > b) - (a < b))
        value += w.primiera
    if value >= target:
        return SUCCESS | require(plan, f.own, own_end, opp_end, cards, suit, w, value - target)
    w.cards, w.suit, w.primiera = -w.cards, -w.suit, -w.primiera
    # what the one side did not gain of the rest, the other did
    cards = plan.cards.total - f.own_cards - f.opp_cards - cards
    suit = plan.suit.total - f.own_suit - f.opp_suit - suit
    return require(plan, f.opp, opp_end, own_end, cards, suit, w, target - 1 - value)

cdef inline int sure_primiera(const plan_t* plan, mask_t own, mask_t opp, mask_t rest) noexcept nogil:
    """The least that the primiera can bring a side, whatever becomes of the cards not yet captured."""
    cdef int floor = primiera_rating(plan, own)
    cdef int ceiling = primiera_rating(plan, opp | rest)
    return plan.primiera if floor > ceiling else 0 if floor == ceiling else -plan.primiera
