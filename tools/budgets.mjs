/** Over this share of a budget, the run says so; over the second one, it fails. */
const SAY_OVER = 1.1
const FAIL_OVER = 1.5
/** Above this share of the processors' time, the other programs of the machine make a suite's seconds meaningless. */
const OTHERS_AT_MOST = 0.4

/**
 * Compares the processor seconds of the finished suites with their budgets (`tests/budgets.json`). The seconds are
 * converted to those of the machine on which the budgets were measured: `speed` is what the sample of
 * `tools/processor-time.mjs` took during the suite, `sampleMs` what it took there. `others` is the share of the processors'
 * time that programs outside of the run used: the sample does not show all that they cost, so they never fail a run.
 * @param {{ sampleMs: number, [circle: string]: number | Record<string, number> }} budgets
 * @param {string} circle
 * @param {readonly { suite: { name: string }, result: { failed: number }, seconds: number, cpu: number | null, speed: number, others: number }[]} finished
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
    // A suite with failed tests may have waited for them.
    if (share !== null && share > FAIL_OVER && result.failed === 0 && !isDisturbed)
      over.push(
        `${suite.name} took ${seconds.toFixed(0)} processor seconds, more than 1.5 times its budget of ${budget} (tests/budgets.json)`,
      )
  }
  lines.push(`${sum.toFixed(0).padStart(7)}  together`)
  return { lines, over }
}
