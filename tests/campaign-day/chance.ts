import { seededRandom } from '#tests/kit/random.ts'

/** A campaign's pseudo-random source. Each part draws from its own stream, so other parts cannot shift its numbers. */
export type Chance = {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** Returns a whole number from 0 (inclusive) to `limit` (exclusive). */
  below(limit: number): number
  /** Returns true with this probability. */
  is(probability: number): boolean
  pick<T>(list: readonly T[]): T
  bytes(length: number): Uint8Array<ArrayBuffer>
  /** Returns an independent stream. The same name always gives the same stream. */
  stream(name: string): Chance
}

const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash
}

export function createChance(seed: number, path = ''): Chance {
  const next = seededRandom(hashOf(`${seed}/${path}`))
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    is: probability => next() < probability,
    pick(list) {
      if (list.length === 0) throw new Error('There is nothing to pick from.')
      return list[below(list.length)] as (typeof list)[number]
    },
    bytes: length => Uint8Array.from({ length }, () => below(256)),
    stream: name => createChance(seed, `${path}/${name}`),
  }
}
