import { createHash } from 'node:crypto'
import type { Random } from '#server/random.ts'

const BLOCK = 32

/**
 * Returns a random source that yields the same bytes for the same seed, so that a rehearsal can be repeated. Anyone can
 * compute these bytes, so never use it for a real campaign.
 */
export function seededRandom(seed: string): Random {
  let blocks = 0
  let rest = Buffer.alloc(0)
  return {
    bytes(length) {
      while (rest.length < length) {
        rest = Buffer.concat(
          [rest, createHash('sha256').update(`${seed}/${blocks}`).digest()],
          rest.length + BLOCK,
        )
        blocks += 1
      }
      const taken = Uint8Array.from(rest.subarray(0, length))
      rest = rest.subarray(length)
      return taken
    },
  }
}

export const pickBelow = (random: Random, below: number): number =>
  Buffer.from(random.bytes(4)).readUInt32BE() % below

export function pickFrom<T>(random: Random, items: readonly [T, ...T[]]): T {
  return items[pickBelow(random, items.length)] ?? items[0]
}

/** Returns a function that yields numbers from 0 up to but not including 1. */
export const fractionsOf = (random: Random) => (): number => pickBelow(random, 2 ** 32) / 2 ** 32
