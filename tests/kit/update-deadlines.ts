import { DAY_MS } from '#contract/time.ts'

/** Days within which a production package with a known vulnerability must be updated (`docs/asvs/rules.md`). */
export const UPDATE_DAYS = { critical: 2, high: 7, moderate: 30, low: 90 } as const

type Severity = keyof typeof UPDATE_DAYS
type Advisory = { readonly id: string; readonly severity: Severity }

/** The part of `npm audit --json` that lists the advisories. A string in `via` is the name of a vulnerable package. */
type Report = {
  readonly vulnerabilities: Readonly<
    Record<
      string,
      { readonly via: readonly (string | { readonly url: string; readonly severity: Severity })[] }
    >
  >
}
export function advisoriesOf({ vulnerabilities }: Report): readonly Advisory[] {
  const found = Object.values(vulnerabilities).flatMap(({ via }) =>
    via.flatMap(one => (typeof one === 'string' ? [] : [{ ...one, id: one.url.split('/').at(-1) ?? '' }])),
  )
  return [...new Map(found.map(one => [one.id, one])).values()]
}

/** A known advisory that is not fixed yet, and the day on which it was found, such as `2026-11-23`. */
type Listed = { readonly advisory: string; readonly since: string }

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/**
 * Returns the problems: advisories that are not listed, that are past their deadline, or that are listed but no longer
 * found.
 */
export function overdueOf(found: readonly Advisory[], listed: readonly Listed[], now: number): string[] {
  const problems = found.flatMap(({ id, severity }) => {
    const known = listed.find(({ advisory }) => advisory === id)
    if (!known) return [`${id} is not listed`]
    const end = dayOf(Date.parse(known.since) + UPDATE_DAYS[severity] * DAY_MS)
    return dayOf(now) > end ? [`${id} is overdue since ${end}`] : []
  })
  const gone = listed.filter(({ advisory }) => !found.some(({ id }) => id === advisory))
  return [...problems, ...gone.map(({ advisory }) => `${advisory} is listed, but not found any more`)]
}
