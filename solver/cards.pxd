# The bit layout of cards and the arithmetic on masks of cards.
#
# A set of cards is a 64-bit mask of four lanes of 16 bits, a lane for each suit (denari lowest), a bit for
# each rank in the lane: card = 16 * suit + rank. Lanes make the two questions that a search asks all the
# time cheap: which ranks are in a set (fold the lanes together), and which cards of a set have given ranks
# (spread the ranks over the lanes). Thirteen ranks fit as well as ten.

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

ctypedef uint64_t mask_t

cdef extern from *:
    """
    #define SCOPONE_CTZ(x) __builtin_ctzll(x)
    #define SCOPONE_LIKELY(x) __builtin_expect(!!(x), 1)
    #define SCOPONE_UNLIKELY(x) __builtin_expect(!!(x), 0)
    #define SCOPONE_PREFETCH(p) __builtin_prefetch(p)
    """
    int ctz "SCOPONE_CTZ"(mask_t x) noexcept nogil
    bint likely "SCOPONE_LIKELY"(bint x) noexcept nogil
    bint unlikely "SCOPONE_UNLIKELY"(bint x) noexcept nogil
    void prefetch "SCOPONE_PREFETCH"(const void* p) noexcept nogil

cdef enum:
    LANE = 16              # bits a suit
    MAX_RANKS = 13
    MAX_SEATS = 6
    MAX_CARDS = 52

cdef inline mask_t bit(int card) noexcept nogil:
    return <mask_t>1 << card

cdef inline int rank_of(int card) noexcept nogil:
    return card & 15

cdef inline uint32_t ranks_of(mask_t cards) noexcept nogil:
    """The ranks that occur in a set, as a mask of ranks."""
    cdef uint32_t half = <uint32_t>(cards | (cards >> 32))
    return (half | (half >> 16)) & 0xFFFF

cdef inline mask_t of_ranks(uint32_t ranks) noexcept nogil:
    """All four cards of each rank in a mask of ranks."""
    return <mask_t>ranks * <mask_t>0x0001000100010001

cdef inline uint32_t lane(mask_t cards, int suit) noexcept nogil:
    return <uint32_t>(cards >> (LANE * suit)) & 0xFFFF

cdef inline int count(mask_t cards) noexcept nogil:
    """How many cards: plain arithmetic, since the portable x86-64 build has no popcnt instruction."""
    cards = cards - ((cards >> 1) & <mask_t>0x5555555555555555)
    cards = (cards & <mask_t>0x3333333333333333) + ((cards >> 2) & <mask_t>0x3333333333333333)
    cards = (cards + (cards >> 4)) & <mask_t>0x0F0F0F0F0F0F0F0F
    return <int>((cards * <mask_t>0x0101010101010101) >> 56)

cdef inline uint32_t quad(mask_t cards, int rank) noexcept nogil:
    """The four cards of a rank as four bits, one a suit."""
    cdef mask_t x = (cards >> rank) & <mask_t>0x0001000100010001
    return <uint32_t>((x * <mask_t>0x0001000200040008) >> 48) & 15
