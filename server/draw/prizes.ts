import * as v from 'valibot'
import { drawPrizes } from '#contract/schema/master.ts'

export type Prize = v.InferOutput<typeof drawPrizes>[number]

/** Parses the stored prizes of a draw. */
export const prizesOf = (stored: string): readonly Prize[] => v.parse(drawPrizes, JSON.parse(stored))

const sum = (prizes: readonly Prize[]): number => prizes.reduce((total, prize) => total + prize.count, 0)

/** Counts the winners' seats and the reserves. */
export function placesOf(prizes: readonly Prize[]): { seats: number; reserves: number } {
  return {
    seats: sum(prizes.filter(prize => !prize.reserve)),
    reserves: sum(prizes.filter(prize => prize.reserve)),
  }
}

/** Returns the prize of a seat; seats are numbered from 1 in the order of the prizes. Null beyond the last seat. */
export function prizeOfSeat(prizes: readonly Prize[], seat: number): string | null {
  let left = seat
  for (const prize of prizes.filter(one => !one.reserve)) {
    if (left <= prize.count) return prize.titleTh
    left -= prize.count
  }
  return null
}
