/** Shares of a budget. Above the first, the run prints a warning; above the second, it fails. */
const SAY_OVER = 1.1
const FAIL_OVER = 1.5
/** If other programs use more than this share of the processor time, a suite's seconds mean nothing. */
const OTHERS_AT_MOST = 0.4

/**
 * Compares the suites' processor seconds with their budgets (`tests/budgets.json`). The seconds are converted to the
 * machine on which the budgets were measured: `speed` is the duration of the sample of `tools/processor-time.mjs`
 * during the suite, `sampleMs` its duration there. `others` is the share of the processors' time that other programs
 * used. The sample does not show their full cost, so a disturbed suite never fails.
 * @param {{ sampleMs: number, [circle: string]: number | Record<string, number> }} budgets
 * @param {string} circle
 * @param {readonly { suite: { name: string }, result: { failed: number }, cpu: number | null, speed: number, others: number }[]} finished
 * @returns {{ lines: string[], over: string[] }} the lines of the report, and the suites that fail by their budget
 */
export function budgetReport(budgets, circle, finished) {
  const measured = finished.filter(({ cpu }) => cpu !== null)
  if (measured.length === 0) return { lines: [], over: [] }
  const lines = ['Processor seconds (of the machine of the budgets):']
  const over = []
  let sum = 0
  for (const { suite, result, cpu, speed, others } of measured) {
    const isDisturbed = others > OTHERS_AT_MOST
    const seconds = (cpu * budgets.sampleMs) / speed
    sum += seconds
    const budget = budgets[circle]?.[suite.name]
    const share = budget === undefined ? null : seconds / budget
    const text = `${seconds.toFixed(0).padStart(7)}  ${suite.name}${budget === undefined ? ' (no budget)' : `, budget ${budget}`}`
    const excess = share !== null && share > SAY_OVER ? `: ${Math.round((share - 1) * 100)} % over` : ''
    const disturbed = isDisturbed ? ` (${Math.round(others * 100)} % of the processors had other work)` : ''
    lines.push(text + excess + disturbed)
    // A failed test may have been waiting for a timeout.
    if (share !== null && share > FAIL_OVER && result.failed === 0 && !isDisturbed)
      over.push(
        `${suite.name} took ${seconds.toFixed(0)} processor seconds, more than 1.5 times its budget of ${budget} (tests/budgets.json)`,
      )
  }
  lines.push(`${sum.toFixed(0).padStart(7)}  together`)
  return { lines, over }
}
