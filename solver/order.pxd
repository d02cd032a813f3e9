# The order in which moves are searched: what a player would look at first.
#
# The weights were tuned on the number of nodes over fixed positions; see bench/RESULTS.md.

from libc.stdint cimport uint32_t

from scopone.solver.cards cimport count, mask_t

cdef enum:
    W_GAIN = 60              # a point at once: a scopa, the settebello
    W_EXPOSED = 45           # the next player can sweep what this leaves
    W_CARD = 2               # each card captured
    W_SUIT = 4               # each card of the second suit captured
    W_SEVEN = 6              # each seven captured
    W_LAID_SUIT = 3          # lays a card of the second suit
    W_LAID_SEVEN = 6         # lays a seven
    W_HINT = 1000            # the card that the table remembers
