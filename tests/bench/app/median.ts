/** Returns the median. Ignores missing figures: Lighthouse reports none for a page that never became idle. */
export function median(values: readonly number[]): number {
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export function medians<T extends Readonly<Record<string, number>>>(runs: readonly T[]): T {
  const [first] = runs
  if (first === undefined) throw new Error('nothing was measured')
  const entries = Object.keys(first).map(key => [key, median(runs.map(run => run[key] ?? Number.NaN))])
  return Object.fromEntries(entries) as T
}
