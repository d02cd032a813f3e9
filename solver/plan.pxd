# The plan of one deal: what a search has to know about the rules and about who holds which cards.
#
# For a given deal the cards not yet played fix whose turn it is, so a node of the search is only: the unplayed
# cards, the table, the two piles and who captured last. `holder[left]` gives the cards that the player to
# move had been dealt when `left` cards are still to be played; its hand is what of them is unplayed. Later
# handfuls from a known stock need no dealing: they are further groups of unplayed cards.

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from scopone.solver.cards cimport MAX_CARDS, MAX_RANKS, count, lane, mask_t, of_ranks, quad
from scopone.solver.rules cimport MAX_SUIT_LEVELS, PRIMIERA_NONE, PRIMIERA_POINTS, CompiledRules, rules_t
from scopone.solver.state cimport state_t

cdef enum:
    LEVELS = 4               # see plan.pyx; the last, where suits do not matter at all, is for the scope game
    RANKS_ONLY = 3
    PLACES = 256             # where the four cards of a rank are: unplayed bits | table bits << 4

cdef struct tally_t:         # a majority as the search sees it, for two sides
    mask_t of
    int total                # how many such cards there are
    int points
    int win_at               # so many cards win it
    int tie_at               # so many cards do not lose it

cdef struct plan_t:
    const rules_t* rules
    mask_t holder[MAX_CARDS + 1]
    int8_t side[MAX_CARDS + 1]      # side to move, by cards left
    int8_t seat[MAX_CARDS + 1]
    int left                 # cards unplayed in the position that the plan was made for
    mask_t unplayed
    int straight             # so many last plies are played straight on (see tail), when every hand is one card
    bint bounded             # the bounds of the categories hold all that can still be won
    tally_t cards
    tally_t suit             # the second majority (denari); points 0 if there is none
    mask_t marked            # cards with points of their own
    int8_t points_of[64]
    mask_t special           # cards whose pile matters in ways that the statistic does not tell
    uint32_t rare            # the majorities that are so counted, a bit each
    bint rare_primiera       # the primiera is
    bint signed_points       # some items are worth less than nothing
    bint odd                 # the key needs more than cards: picada, scuderia
    bint plain               # nothing but the board is in the key
    # primiera: each pile has four levels, and more of a level is never worse
    int primiera             # points for it, 0 if there is none
    int primiera_ranks       # count mode: how many ranks decide it
    uint8_t level[MAX_SUIT_LEVELS]  # points mode: level of the best card in a lane
    uint8_t worth[16]        # points mode: points of a level
    int top                  # the highest level
    uint16_t alive[16]       # points mode: ranks above a level
    # the equivalences of boards, see plan.pyx
    uint8_t code[MAX_RANKS][LEVELS][PLACES]      # of a rank's places at each level but level 2,
    uint8_t code_apart[MAX_RANKS][16][PLACES]    # where it depends on which of its cards are told apart
    mask_t always_apart      # cards that level 2 tells apart whatever their primiera level
    uint64_t weight[MAX_RANKS]        # of a rank's code in the key
    # arithmetic of tables by their ranks, for move ordering
    uint8_t size_of[MAX_SUIT_LEVELS]
    uint8_t sum_of[MAX_SUIT_LEVELS]   # total value, at most 255
    uint16_t sweep_of[256]   # ranks that sweep a table of two or more cards of this total

cdef bint make_plan(plan_t* plan, const rules_t* rules, const state_t* s) noexcept nogil
cdef void plan_deal(plan_t* plan, const state_t* s) noexcept nogil
cdef bint covers(const plan_t* plan, const rules_t* rules, const state_t* s) noexcept nogil
cdef mask_t unplayed(const rules_t* rules, const state_t* s) noexcept nogil
cdef int special_value(const plan_t* plan, mask_t own, mask_t opp) noexcept nogil
cdef int special_span(const plan_t* plan) noexcept nogil

cdef inline uint64_t levels(const plan_t* plan, mask_t pile) noexcept nogil:
    """The four primiera levels of a pile, in fields of five bits."""
    cdef int i
    cdef uint64_t found = 0
    if plan.rules.primiera == PRIMIERA_POINTS:
        return (
            <uint64_t>plan.level[lane(pile, 0)] | <uint64_t>plan.level[lane(pile, 1)] << 5
            | <uint64_t>plan.level[lane(pile, 2)] << 10 | <uint64_t>plan.level[lane(pile, 3)] << 15
        )
    for i in range(plan.primiera_ranks):
        found |= <uint64_t>count(<mask_t>quad(pile, plan.rules.primiera_rank[i])) << (5 * i)
    return found

cdef inline mask_t live_cards(const plan_t* plan, mask_t own, mask_t opp) noexcept nogil:
    """The cards that can still change a primiera level of either pile."""
    cdef int s
    cdef mask_t live = 0
    cdef int a, b
    if plan.rules.primiera != PRIMIERA_POINTS:
        return 0
    for s in range(4):
        a = plan.level[lane(own, s)]
        b = plan.level[lane(opp, s)]
        live |= <mask_t>plan.alive[min(a, b)] << (16 * s)
    return live
