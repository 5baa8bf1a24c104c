import type { Random } from '#server/random.ts'

/** Length of the random number of a draw, in bytes. Ids and tokens are longer. */
const DRAW_BYTES = 4

/**
 * A random source with which every draw of a reviewer chooses the one who asks, so that a test knows who gets which receipt.
 * Every decision is drawn for a second look, too, unless the campaign's share is 0.
 */
export const askerFirst = (random: Random): Random => ({
  bytes: length => (length === DRAW_BYTES ? new Uint8Array(DRAW_BYTES) : random.bytes(length)),
})
