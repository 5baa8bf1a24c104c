import type { Db } from '#server/store/tables.ts'

/** Minimum sample size. Even 30 checks without an error are compatible with an error rate of 11 %. */
export const MIN_CHECKED = 30

/** Rates are from 0 to 1. `low` and `high` are the bounds of the 95 % confidence interval. */
export type ErrorRate = {
  readonly reviewer: string | null
  readonly checked: number
  /** Excludes disagreements that a manager settled in favour of the first reviewer. */
  readonly errors: number
  readonly rate: number | null
  readonly low: number
  readonly high: number
}

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
    // Only decisions drawn at random are representative; the others were checked for their high amount. Earlier
    // releases stored null.
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

const Z = 1.959964

/**
 * Returns the 95 % Wilson score interval, which is valid even for few checks and rates near 0: after 20 checks without
 * an error, it still reaches 16 %.
 */
export function wilson(hits: number, count: number): { readonly low: number; readonly high: number } {
  if (count === 0) return { low: 0, high: 1 }
  const share = hits / count
  const scale = 1 + Z ** 2 / count
  const centre = (share + Z ** 2 / (2 * count)) / scale
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / count + Z ** 2 / (4 * count ** 2))
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}
