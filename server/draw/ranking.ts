import { type Entry, scoreOf } from './scheme.ts'

export type Ranked = Entry & { readonly score: string }

/**
 * The first `count` customers by their best ticket. Only they are kept while millions of tickets stream by: whoever
 * falls out once can come back only with a better ticket, so nothing else need be remembered.
 */
export function createRanking(seed: Buffer, count: number) {
  const best: Ranked[] = []
  const held = new Map<string, string>()

  /** Where a score stands, or would stand. */
  function placeOf(score: string): number {
    let low = 0
    let high = best.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((best[middle]?.score ?? '') < score) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    add(entry: Entry): void {
      const score = scoreOf(seed, entry.ticketNo)
      const worst = best[count - 1]
      if (count === 0 || (worst && score >= worst.score)) return
      const own = held.get(entry.customer)
      if (own !== undefined) {
        if (own <= score) return
        best.splice(placeOf(own), 1)
      }
      best.splice(placeOf(score), 0, { ...entry, score })
      held.set(entry.customer, score)
      const out = best.length > count ? best.pop() : undefined
      if (out) held.delete(out.customer)
    },
    /** In the order of the ranking. */
    end: (): readonly Ranked[] => best,
  }
}
