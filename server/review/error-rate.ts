import type { Db } from '#server/store/tables.ts'

/** Fewer checked decisions give no rate: 30 without an error still leave 11 % possible. */
export const MIN_CHECKED = 30

/** A measured error rate with its 95 % interval, all from 0 to 1. */
export type ErrorRate = {
  /** Null for all reviewers together. */
  readonly reviewer: string | null
  /** Drawn decisions that a second reviewer has checked. */
  readonly checked: number
  /** Disagreements, without those in which the manager found the first reviewer right. */
  readonly errors: number
  /** Null if fewer than `MIN_CHECKED` were checked. */
  readonly rate: number | null
  readonly low: number
  readonly high: number
}

/** Returns the error rate of all reviewers together, and then of each, by name. */
export async function errorRates(db: Db): Promise<ErrorRate[]> {
  const rows = await db
    .selectFrom('review_decision')
    .select(['reviewer', eb => eb.fn.countAll<number>().as('checked')])
    .select(eb =>
      eb.fn
        .sum<number | null>(
          eb
            .case()
            .when(
              eb.and([
                eb('outcome', '=', 'disagreed'),
                eb(eb.fn.coalesce('resolution', eb.val('')), '<>', 'first-right'),
              ]),
            )
            .then(1)
            .else(0)
            .end(),
        )
        .as('errors'),
    )
    .where('second_at', 'is not', null)
    // A decision that was not drawn says something about high amounts only. Earlier releases did not store the reason.
    .where(eb => eb.or([eb('sampled_by', 'is', null), eb('sampled_by', '=', 'draw')]))
    .groupBy('reviewer')
    .orderBy('reviewer')
    .execute()
  const sum = (key: 'checked' | 'errors') => rows.reduce((total, row) => total + (row[key] ?? 0), 0)
  return [
    rateOf(null, sum('checked'), sum('errors')),
    ...rows.map(row => rateOf(row.reviewer, row.checked, row.errors ?? 0)),
  ]
}

const rateOf = (reviewer: string | null, checked: number, errors: number): ErrorRate => ({
  reviewer,
  checked,
  errors,
  rate: checked < MIN_CHECKED ? null : errors / checked,
  ...wilson(errors, checked),
})

/** Quantile of the normal distribution for 95 %. */
const Z = 1.959964

/**
 * Wilson's score interval for a share, with 95 % confidence. Unlike the usual interval, it is right for few checks and for
 * rates near 0: after 20 checks without an error it still reaches 16 %.
 */
export function wilson(hits: number, count: number): { readonly low: number; readonly high: number } {
  if (count === 0) return { low: 0, high: 1 }
  const share = hits / count
  const scale = 1 + Z ** 2 / count
  const centre = (share + Z ** 2 / (2 * count)) / scale
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / count + Z ** 2 / (4 * count ** 2))
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}
