import * as v from 'valibot'
import { drawPrizes } from '#contract/schema/master.ts'
import type { LuckyPrize } from '#contract/schema/reward.ts'

export type Prize = v.InferOutput<typeof drawPrizes>[number]

/** Title of the reserves among the prizes of a draw. */
export const RESERVES = { titleTh: 'ลำดับสำรอง', titleEn: 'Reserves', reserve: true } as const

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
export function prizeOfSeat(prizes: readonly Prize[], seat: number): LuckyPrize | null {
  let left = seat
  for (const [index, prize] of prizes.filter(one => !one.reserve).entries()) {
    if (left <= prize.count) {
      const { key = `prize${index + 1}`, titleTh, titleEn = titleTh, delivery = 'seat' } = prize
      return { key, titleTh, titleEn, delivery }
    }
    left -= prize.count
  }
  return null
}
