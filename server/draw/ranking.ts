import { type Entry, type Formula, scoreOf } from './scheme.ts'

export type Ranked = Pick<Entry, 'ticketNo' | 'customer'> & { readonly score: string }

/**
 * Ranks customers by their best ticket and keeps the first `count`. Needs little memory even for millions of tickets,
 * because a dropped customer can only return with a better ticket.
 */
export function createRanking(seed: Buffer, count: number, formula: Formula) {
  const best: Ranked[] = []
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
    add(entry: Entry): void {
      const { ticketNo, customer } = entry
      const score = scoreOf(seed, entry, formula)
      const worst = best[count - 1]
      if (count === 0 || (worst && score >= worst.score)) return
      const own = held.get(customer)
      if (own !== undefined) {
        if (own <= score) return
        best.splice(placeOf(own), 1)
      }
      best.splice(placeOf(score), 0, { ticketNo, customer, score })
      held.set(customer, score)
      const out = best.length > count ? best.pop() : undefined
      if (out) held.delete(out.customer)
    },
    end: (): readonly Ranked[] => best,
  }
}
