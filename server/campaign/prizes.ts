import * as v from 'valibot'
import { TAX_PERCENT, TAXED_FROM_BAHT } from '#campaign/legal-facts.ts'
import { drawPrizes } from '#contract/schema/master.ts'
import type { LuckyPrize } from '#contract/schema/reward.ts'

export type Prize = v.InferOutput<typeof drawPrizes>[number]

export type DefinedPrize = Required<
  Pick<Prize, 'key' | 'titleTh' | 'titleEn' | 'valueBaht' | 'delivery' | 'count'>
>

export const RESERVES = { titleTh: 'ลำดับสำรอง', titleEn: 'Reserves', reserve: true } as const

export const prizesOf = (stored: string): readonly Prize[] => v.parse(drawPrizes, JSON.parse(stored))

/** Returns the prizes as a draw stores them, with the reserves last. */
export function drawnPrizes(prizes: readonly DefinedPrize[], reserves: number): Prize[] {
  const drawn = prizes.map(({ key, titleTh, titleEn, valueBaht, delivery, count }) => ({
    key,
    titleTh,
    titleEn,
    valueBaht,
    delivery,
    count,
  }))
  return reserves === 0 ? drawn : [...drawn, { ...RESERVES, count: reserves }]
}

const sum = (prizes: readonly Prize[]): number => prizes.reduce((total, prize) => total + prize.count, 0)

export function placesOf(prizes: readonly Prize[]): { seats: number; reserves: number } {
  return {
    seats: sum(prizes.filter(prize => !prize.reserve)),
    reserves: sum(prizes.filter(prize => prize.reserve)),
  }
}

/** `first` and `last` are seat numbers. `valueBaht` is null for draws of an older release. */
export type SeatedPrize = LuckyPrize & {
  readonly valueBaht: number | null
  readonly first: number
  readonly last: number
}

/** Seats are numbered from 1 in the order of the prizes. */
export function seatedPrizes(prizes: readonly Prize[]): SeatedPrize[] {
  let seats = 0
  return prizes
    .filter(one => !one.reserve)
    .map(({ count, key, titleTh, titleEn = titleTh, delivery = 'seat', valueBaht = null }, index) => {
      const first = seats + 1
      seats += count
      return { key: key ?? `prize${index + 1}`, titleTh, titleEn, delivery, valueBaht, first, last: seats }
    })
}

/** Returns the withholding tax in baht: 0 below the limit, or null if the prize's value is unknown. */
export const taxOf = (prize: Pick<SeatedPrize, 'valueBaht'>): number | null => {
  if (prize.valueBaht === null) return null
  return prize.valueBaht >= TAXED_FROM_BAHT ? (prize.valueBaht * TAX_PERCENT) / 100 : 0
}

/** Returns null for a reserve, and for a seat that the draw does not have. */
export const prizeAt = (prizes: readonly Prize[], seat: number | null): SeatedPrize | null =>
  seat === null ? null : (seatedPrizes(prizes).find(prize => seat <= prize.last) ?? null)
