# The rules of a game as the core reads them: plain numbers compiled from a `Rules` object.

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t
from scopone.solver.cards cimport MAX_RANKS, MAX_SEATS, mask_t

cdef enum:
    MAX_MAJORITIES = 6
    MAX_ITEMS = 12
    MAX_DECLARATIONS = 6
    MAX_SUIT_LEVELS = 1 << MAX_RANKS

cdef enum AceSweep:
    SWEEP_OFF
    SWEEP_IF_NO_ACE
    SWEEP_ALWAYS

cdef enum Priority:
    PRIORITY_ALL
    PRIORITY_SAME_VALUE
    PRIORITY_OFF

cdef enum AceOpening:
    OPENING_FREE
    OPENING_NO_SWEEP
    OPENING_FORBIDDEN

cdef enum Test:            # what a hand of three must be for a declaration
    TEST_THREE_EQUAL
    TEST_LOW               # a total of nine or less
    TEST_LOW_DIFFERENT     # the same with three ranks
    TEST_LOW_PAIR          # the same with fewer

cdef enum PrimieraMode:
    PRIMIERA_NONE
    PRIMIERA_POINTS
    PRIMIERA_COUNT

cdef enum PrimieraMissing:
    MISSING_VOID           # a side without all four suits has no primiera
    MISSING_FEWER_LOSE     # more suits win; equal numbers compare by points
    MISSING_SUM            # the plain sum

cdef struct majority_t:
    mask_t of              # which cards count
    int points
    bint split             # a tie gives each of the best sides its share
    int least              # fewer than this win nothing

cdef struct item_t:        # points for the side that holds all of `cards` (and `needs`)
    mask_t cards
    mask_t needs
    int points

cdef struct declaration_t:
    int test
    int points

cdef struct run_t:         # a point a card for an unbroken run from the ace
    int suit
    int least
    int most

cdef struct rules_t:
    int players
    int sides
    int side_of[MAX_SEATS]
    int hand
    int table
    int ranks              # 10 or 13
    mask_t pack
    # captures
    int value[MAX_RANKS]   # 0: a court without a number, taken by its equal only
    bint equal
    bint sums
    bint fifteen
    int priority
    int max_cards          # 0: no limit
    bint fewest
    bint compulsory
    int ace_sweep
    bint ace_sweep_scopa
    bint ace_takes_itself
    int ace_opening
    # captures for tables without two cards of a rank: for [rank << ranks | table ranks] the place in
    # `subsets` of the sets of ranks that may be taken, their number first
    uint32_t* first
    uint16_t* subsets
    # points
    bint last_card_scopa
    int scopa_points
    int picada_points
    int majorities
    majority_t majority[MAX_MAJORITIES]
    int items
    item_t item[MAX_ITEMS] # single cards first, `singles` of them, then sets
    int singles
    int runs
    run_t run[MAX_MAJORITIES]
    int primiera
    int primiera_missing
    uint8_t primiera_value[MAX_RANKS]
    int primiera_ranks
    int primiera_rank[MAX_RANKS]
    mask_t scopa_cards     # cards with points of their own for a scopa made with them
    int16_t scopa_card_points[64]
    bint scopa_card_replaces
    mask_t scuderia        # the cards that double the scope of the side whose player takes them all
    bint seat_piles        # piles are kept for each seat, not for each side
    int piles
    bint has_bonus         # points other than scope can be won in play
    bint leftovers_to_dealer
    # declarations on a hand of three
    int declarations
    declaration_t declaration[MAX_DECLARATIONS]
    bint declares_all      # all tests that pass count, not the best alone
    bint must_declare
    mask_t wild            # the card that stands for any rank
    bint wild_keeps        # it is also played as the rank that was declared

cdef class CompiledRules:
    cdef rules_t c
    cdef readonly object rules      # the Rules object
    cdef readonly tuple cards       # Card objects by bit position, None where there is none
    cdef readonly dict bit_of       # Card -> bit position
    cdef readonly tuple item_names  # names of what is scored, in the order of the score module
    cdef mask_t _mask(self, cards) except? 0

cpdef CompiledRules compiled(object rules)
