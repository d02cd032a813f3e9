"""The end of the deal, and the last round on the way there."""

from libc.stdint cimport uint16_t, uint32_t

from scopone.solver.bounds cimport judge
from scopone.solver.cards cimport count, ctz, likely, mask_t, of_ranks, rank_of, ranks_of, unlikely
from scopone.solver.gain cimport gain_of, marked_points
from scopone.solver.moves cimport is_plain, list_captures, tabulated
from scopone.solver.plan cimport plan_t
from scopone.solver.proof cimport ABORT, NEEDS_LAST, SUCCESS, before_capture, both, proof_t
from scopone.solver.rules cimport rules_t
from scopone.solver.search cimport search_t, store_flag
from scopone.solver.special cimport odd_end
from scopone.solver.table cimport frame_t

cdef enum:
    MOST_SETS = 64


cdef inline proof_t needs_last(proof_t proof, int last) noexcept nogil:
    """Marks a proof in which the winner got the leftovers for a capture before the node."""
    return proof | NEEDS_LAST if last == (1 if proof & SUCCESS else 0) else proof


cdef proof_t finish(search_t* S, const frame_t* f, int target) noexcept nogil:
    """No card is left: the leftovers go to the last capturer. The frame is of the side that would be next."""
    cdef const plan_t* plan = S.plan
    cdef mask_t mine = f.own, theirs = f.opp
    cdef int gain = marked_points(plan, f.table)
    cdef int last = 0 if plan.rules.leftovers_to_dealer else f.last     # (the dealer plays the last card)
    if last == 1:
        mine |= f.table
        target -= gain
    elif last == 0:
        theirs |= f.table
        target += gain
    if plan.odd:
        target -= odd_end(S, f, mine, theirs)
    if plan.rules.leftovers_to_dealer:
        return judge(plan, f, mine, theirs, target)
    return needs_last(judge(plan, f, mine, theirs, target), last)


cdef proof_t tail(search_t* S, int left, const frame_t* f, int target) noexcept nogil:
    """The last round: every hand is one card, so only a choice between captures branches.

    Straight on as long as there is no choice, in the view of the side to move at the node `f`.
    """
    cdef const plan_t* plan = S.plan
    cdef const rules_t* rules = plan.rules
    cdef mask_t mine = f.own, theirs = f.opp, table = f.table, unplayed = f.unplayed
    cdef mask_t card, taken
    cdef mask_t sets[MOST_SETS]
    cdef const uint16_t* found
    cdef uint32_t ranks
    cdef int n, gain, last = f.last
    cdef bint me = True              # the side to move is that of the node
    cdef bint captured = False       # since the node
    cdef proof_t proof
    while True:
        card = plan.holder[left] & unplayed
        ranks = ranks_of(table)
        if likely(is_plain(table)):
            found = tabulated(rules, rank_of(ctz(card)), ranks)
            n = found[0]
            taken = of_ranks(found[1]) & table if n else 0
        else:
            found = NULL
            n = list_captures(rules, ctz(card), table, sets, MOST_SETS)
            taken = sets[0] if n else 0
        if left == 1:
            # the rest of the table goes to the last capturer, whatever this card takes of it
            if n or rules.leftovers_to_dealer:
                last = me
                captured = True
            if last == 2:
                return judge(plan, f, mine, theirs, target)
            table |= card
            gain = marked_points(plan, table)
            if last:
                proof = judge(plan, f, mine | table, theirs, target - gain)
            else:
                proof = judge(plan, f, mine, theirs | table, target + gain)
            return proof if captured else needs_last(proof, last)
        if n > 1:
            return _choice(S, left, f, mine, theirs, table, unplayed, card, target, me, n, found, sets)
        unplayed ^= card
        left -= 1
        if n == 0:
            table |= card
        else:
            table ^= taken
            captured = True
            gain = gain_of(plan, left + 1, card, taken, taken != 0 and table == 0, -1)
            last = me
            if me:
                mine |= card | taken
                target -= gain
            else:
                theirs |= card | taken
                target += gain
        me = not me


cdef proof_t _choice(
    search_t* S, int left, const frame_t* f, mask_t mine, mask_t theirs, mask_t table, mask_t unplayed, mask_t card,
    int target, bint me, int n, const uint16_t* found, const mask_t* sets
) noexcept nogil:
    """A choice between captures in the last round; mine, theirs are of the side to move at the node `f`."""
    cdef const plan_t* plan = S.plan
    cdef frame_t g
    cdef mask_t own = mine if me else theirs
    cdef mask_t opp = theirs if me else mine
    cdef mask_t taken
    cdef int own_cards, own_suit, i, gain
    cdef proof_t proof, result = 0
    if n > MOST_SETS:
        S.overflow = True
        store_flag(S.stop, 1)
        return ABORT
    if not me:
        target = 1 - target
    own_cards = count(own)
    own_suit = count(own & plan.suit.of)
    g.unplayed = unplayed ^ card
    g.own = opp
    g.own_cards = count(opp)
    g.own_suit = count(opp & plan.suit.of)
    g.last = 0
    for i in range(n):
        taken = of_ranks(found[1 + i]) & table if found != NULL else sets[i]
        gain = gain_of(plan, left, card, taken, table == taken, -1)
        g.table = table ^ taken
        g.opp = own | card | taken
        g.opp_cards = count(g.opp)
        g.opp_suit = count(g.opp & plan.suit.of)
        S.nodes += 1
        proof = tail(S, left - 1, &g, 1 - target + gain)
        if proof & ABORT:
            return ABORT
        proof &= ~NEEDS_LAST
        if not proof & SUCCESS:
            result = SUCCESS | before_capture(plan, proof, own, opp, card | taken, g.opp_cards - own_cards,
                g.opp_suit - own_suit)
            break
        result = both(result, proof & ~SUCCESS)
    # back to the node: what the winner captured since is not required of the past
    if not me:
        result ^= SUCCESS
    if result & SUCCESS:
        taken = mine & ~f.own
        return before_capture(plan, result, f.own, f.opp, taken, count(taken), count(taken & plan.suit.of))
    taken = theirs & ~f.opp
    return before_capture(plan, result, f.opp, f.own, taken, count(taken), count(taken & plan.suit.of))
