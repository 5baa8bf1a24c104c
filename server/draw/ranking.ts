import { type Entry, type Formula, scoreOf } from './scheme.ts'

/**
 * Ranks customers by their best ticket and keeps the first `count`. Needs little memory even for millions of tickets,
 * because a dropped customer can only return with a better ticket.
 */
export function createRanking<E extends Entry = Entry>(seed: Buffer, count: number, formula: Formula) {
  const best: (E & { readonly score: string })[] = []
  const held = new Map<string, string>()

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
    add(entry: E): void {
      const { customer } = entry
      const score = scoreOf(seed, entry, formula)
      const worst = best[count - 1]
      if (count === 0 || (worst && score >= worst.score)) return
      const own = held.get(customer)
      if (own !== undefined) {
        if (own <= score) return
        best.splice(placeOf(own), 1)
      }
      best.splice(placeOf(score), 0, { ...entry, score })
      held.set(customer, score)
      const out = best.length > count ? best.pop() : undefined
      if (out) held.delete(out.customer)
    },
    end: (): readonly E[] => best,
  }
}
