import * as v from 'valibot'
import { drawPrizes } from '#contract/schema/master.ts'

export type Prize = v.InferOutput<typeof drawPrizes>[number]

/** The prizes of a draw as they are stored, winners' first. */
export const prizesOf = (stored: string): readonly Prize[] => v.parse(drawPrizes, JSON.parse(stored))

const sum = (prizes: readonly Prize[]): number => prizes.reduce((total, prize) => total + prize.count, 0)

/** How many win, and how many stand by. */
export function placesOf(prizes: readonly Prize[]): { seats: number; reserves: number } {
  return {
    seats: sum(prizes.filter(prize => !prize.reserve)),
    reserves: sum(prizes.filter(prize => prize.reserve)),
  }
}

/** The prize of a seat, counted from 1 through the prizes in their order; null beyond the last. */
export function prizeOfSeat(prizes: readonly Prize[], seat: number): string | null {
  let left = seat
  for (const prize of prizes.filter(one => !one.reserve)) {
    if (left <= prize.count) return prize.titleTh
    left -= prize.count
  }
  return null
}
