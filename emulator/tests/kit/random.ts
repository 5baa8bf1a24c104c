/** Returns a generator of numbers in [0, 1) that always yields the same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function randomBytes(random: () => number): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(4)
  for (const place of words.keys()) words[place] = random() * 2 ** 32
  return new Uint8Array(words.buffer)
}

export function pick<T>(random: () => number, list: readonly T[]): T {
  const chosen = list[Math.floor(random() * list.length)]
  if (chosen === undefined) throw new Error('pick from an empty list')
  return chosen
}
