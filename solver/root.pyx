"""Sets a search up at a position, and asks it about the moves there."""

from libc.stdlib cimport abs
from libc.string cimport memset

from scopone.solver.bounds cimport of_tally, sure_primiera
from scopone.solver.cards cimport bit, count, mask_t
from scopone.solver.gain cimport marked_open, marked_points
from scopone.solver.legal cimport free_moves, list_moves, moves_t
from scopone.solver.order cimport list_candidates
from scopone.solver.plan cimport plan_t, special_span, unplayed
from scopone.solver.proof cimport ABORT, SUCCESS, proof_t
from scopone.solver.rules cimport rules_t
from scopone.solver.search cimport candidate_t, load_flag, play_and_search, search_t, store_flag
from scopone.solver.special cimport to_declare, odd_root, odd_span
from scopone.solver.state cimport NOBODY, move_t, opening, play, state_t
from scopone.solver.table cimport first_keys, frame_t


cdef bint set_root(search_t* S, root_t* root, const state_t* s) noexcept nogil:
    """Fills the root for a position that the search's plan covers. False if its moves find no room."""
    cdef const plan_t* plan = S.plan
    cdef const rules_t* rules = plan.rules
    cdef frame_t* f = &root.f
    cdef candidate_t* moves
    cdef mask_t pile[2]
    cdef int won[2]
    cdef int later[2]
    cdef int i, side
    to_declare(rules, s, later)
    f.unplayed = unplayed(rules, s)
    f.table = s.table
    root.left = count(f.unplayed)
    side = plan.side[root.left]
    root.sign = 1 - 2 * side
    pile[0] = pile[1] = 0
    for i in range(rules.piles):
        pile[rules.side_of[i] if rules.seat_piles else i] |= s.pile[i]
    for i in range(2):
        won[i] = s.scope[i] * rules.scopa_points + s.bonus[i] + marked_points(plan, pile[i])
        if rules.scopa_card_replaces:
            # such a scopa has its points already, in place of the card's own
            won[i] -= marked_points(plan, pile[i] & s.made)
        won[i] += later[i]
    odd_root(S, s)
    root.base = won[side] - won[1 - side]
    f.own, f.opp = pile[side], pile[1 - side]
    f.own_cards, f.opp_cards = count(f.own), count(f.opp)
    f.own_suit, f.opp_suit = count(f.own & plan.suit.of), count(f.opp & plan.suit.of)
    f.last = 2 if s.last == NOBODY else rules.side_of[s.last] == side
    first_keys(plan, f)
    _first_bounds(S, root)
    root.best = -1
    S.frame[root.left] = f[0]
    root.n = list_candidates(S, root.left, &moves)
    if root.n < 0 or root.n > MOST_MOVES or (
        rules.ace_opening and opening(rules, s) and not _open(S, root, s, moves)
    ):
        root.n = 0
        S.overflow = True
        return False
    for i in range(root.n):
        root.move[i] = moves[i]
        root.lows[i] = root.low
        root.highs[i] = root.high
    return True


cdef bint _open(search_t* S, root_t* root, const state_t* s, candidate_t* moves) noexcept nogil:
    """The moves where the rules have something to say on the first card of the deal, which the search does not know."""
    cdef const rules_t* rules = S.plan.rules
    cdef moves_t legal
    cdef move_t* m
    cdef state_t after
    cdef int i, side = rules.side_of[s.turn]
    memset(&legal, 0, sizeof(moves_t))
    root.n = list_moves(rules, s, &legal)
    if not 0 < root.n <= MOST_MOVES or S.end - moves < root.n:
        free_moves(&legal)
        return False
    for i in range(root.n):
        m = &legal.move[i]
        after = s[0]
        play(rules, &after, m)
        moves[i].card = bit(m.card)
        moves[i].taken = m.taken
        moves[i].takes = m.takes
        moves[i].score = 0
        moves[i].gain = 0
        moves[i].cards = moves[i].suit = 0
        if m.takes:
            moves[i].gain = (after.scope[side] - s.scope[side]) * rules.scopa_points + after.bonus[side] - s.bonus[side]
            moves[i].gain += marked_points(S.plan, m.taken)
            if not (rules.scopa_card_replaces and after.made & bit(m.card)):
                moves[i].gain += marked_points(S.plan, bit(m.card))
            moves[i].cards = count(m.taken) + 1
            moves[i].suit = count((m.taken | bit(m.card)) & S.plan.suit.of)
    free_moves(&legal)
    S.arena = moves + root.n
    return True


cdef void _first_bounds(search_t* S, root_t* root) noexcept nogil:
    """Bounds that need no search: open categories, and a scopa with every card.

    They are a point wider than that, so that a pass has to find a best move.
    """
    cdef const plan_t* plan = S.plan
    cdef const frame_t* f = &root.f
    cdef mask_t rest = f.unplayed | f.table
    cdef int sure = of_tally(&plan.cards, f.own_cards) + of_tally(&plan.suit, f.own_suit)
    cdef int scopa = abs(plan.rules.scopa_points)
    cdef int spare = 1 + marked_open(plan, rest) + special_span(plan) + odd_span(S, root.left) + scopa * (root.left + 1)
    root.low = sure + sure_primiera(plan, f.own, f.opp, rest) - spare
    sure = of_tally(&plan.cards, f.opp_cards) + of_tally(&plan.suit, f.opp_suit)
    root.high = -(sure + sure_primiera(plan, f.opp, f.own, rest)) + spare


cdef bint reaches(search_t* S, root_t* root, int i, int target) noexcept nogil:
    """Does the move reach the target? Sets the stop flag when the search is stopped: then the answer is void."""
    cdef proof_t proof
    if root.lows[i] >= target:
        return True
    if root.highs[i] < target:
        return False
    proof = play_and_search(S, root.left, target, &root.move[i])
    if proof & ABORT:
        store_flag(S.stop, 1)
        return False
    if proof & SUCCESS:
        root.highs[i] = target - 1
        return False
    root.lows[i] = target
    return True


cdef void narrow_move(search_t* S, root_t* root, int i, int guess) noexcept nogil:
    """Searches until the bounds of one move meet, or the search is stopped."""
    cdef int target = max(root.lows[i] + 1, min(guess, root.highs[i]))
    while root.lows[i] < root.highs[i] and not load_flag(S.stop):
        target = target + 1 if reaches(S, root, i, target) else root.highs[i]
