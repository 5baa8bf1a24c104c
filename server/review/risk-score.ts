import { assertNever } from '#contract/assert-never.ts'
import { isPair, type RiskReason } from './reasons.ts'

const FULL = 1000
/** If two customers send the same receipt, the earlier one is usually the original. */
const ORIGINAL = 0.6
const INDIRECT = 0.6
/** Straight-line speeds in km/h that only a plane can reach, and that not even a plane can reach. */
const [BY_CAR, BY_PLANE] = [130, 300]

/**
 * Estimates the probability, from 0 to 1, that this reason alone means fraud. Only the order of the values matters
 * (decision 038).
 */
export function weightOf(reason: RiskReason): number {
  const weight = plainWeightOf(reason)
  return isPair(reason) && !reason.sameCustomer && !reason.otherFirst ? weight * ORIGINAL : weight
}

function plainWeightOf(reason: RiskReason): number {
  switch (reason.code) {
    case 'same-photo':
      return reason.sameCustomer ? 0.6 : 0.95
    case 'similar-photo':
      return reason.sameCustomer ? 0.5 : 0.85
    case 'same-number':
      if (reason.store === 'other' || reason.short) return reason.sameAmount ? 0.6 : 0.15
      return reason.sameCustomer ? 0.4 : 0.85
    case 'same-amount':
      // People who pay together at one till have receipts from the same minute, so this alone proves little.
      return reason.minutes <= 2 ? 0.25 : 0.05
    case 'next-number':
      // People next to each other in the queue get consecutive numbers within minutes.
      if (reason.short) return reason.sameAmount ? 0.35 : 0.05
      if (reason.sameAmount) return 0.75
      return reason.minutes <= 30 ? 0.1 : 0.6
    case 'store-moved': {
      const speed = reason.km / Math.max(reason.minutes / 60, 0.1)
      const weight = speed > BY_PLANE ? 0.75 : speed > BY_CAR ? 0.3 : 0
      return reason.direct ? weight : weight * INDIRECT
    }
    case 'shared-address':
      return stepOf(reason.customers, [
        [10, 0.8],
        [6, 0.65],
        [4, 0.3],
        [2, 0.05],
      ])
    case 'phone-block':
      return stepOf(reason.customers, [
        [6, 0.8],
        [4, 0.65],
        [3, 0.4],
      ])
    case 'customer-rate':
      return reason.hours === 1
        ? stepOf(reason.receipts, [
            [5, 0.75],
            [4, 0.6],
            [3, 0.25],
          ])
        : stepOf(reason.receipts, [
            [10, 0.7],
            [7, 0.4],
            [5, 0.1],
          ])
    case 'store-rate':
      return stepOf(reason.receipts, [
        [30, 0.3],
        [15, 0.1],
      ])
    case 'rejected-before':
      return stepOf(reason.receipts, [
        [3, 0.5],
        [2, 0.35],
        [1, 0.2],
      ])
    default:
      return assertNever(reason)
  }
}

const stepOf = (count: number, steps: readonly (readonly [from: number, weight: number])[]): number =>
  steps.find(([from]) => count >= from)?.[1] ?? 0

export type Risk = { readonly score: number; readonly reasons: readonly RiskReason[] }

/**
 * Returns the probability, from 0 to 1000, that at least one reason is right, assuming independence and using only the
 * heaviest reason of each code. Drops reasons with zero weight and sorts the rest, heaviest first.
 */
export function riskOf(found: readonly RiskReason[]): Risk {
  const weighed = found
    .map(reason => ({ reason, weight: weightOf(reason) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  const heaviest = new Map<string, number>()
  for (const { reason, weight } of weighed)
    heaviest.set(reason.code, Math.max(weight, heaviest.get(reason.code) ?? 0))
  const innocent = [...heaviest.values()].reduce((product, weight) => product * (1 - weight), 1)
  return { score: Math.round(FULL * (1 - innocent)), reasons: weighed.map(({ reason }) => reason) }
}
