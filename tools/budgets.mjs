/** Above this share of its budget, a suite is marked in the report. */
const SAY_OVER = 1.1
/** If other programs use more than this share of the processors' time, the report says so. */
const SAY_OTHERS = 0.1

/**
 * Compares the suites' processor seconds with their budgets (`tests/budgets.json`). The seconds are converted to the
 * machine on which the budgets were measured: the sample of `tools/processor-time.mjs` took `sampleMs` there, and
 * `speed` here during the suite. `others` is the share of the processors' time that other programs used. The sample
 * shows only a part of what other programs and another processor cost, so a suite over its budget does not fail.
 * @param {{ sampleMs: number, [circle: string]: number | Record<string, number> }} budgets
 * @param {string} circle
 * @param {readonly { suite: { name: string }, cpu: number | null, speed: number, others: number }[]} finished
 * @returns {string[]} the lines of the report
 */
export function budgetReport(budgets, circle, finished) {
  const measured = finished.filter(({ cpu }) => cpu !== null)
  if (measured.length === 0) return []
  const lines = ['Processor seconds (of the machine of the budgets):']
  let sum = 0
  for (const { suite, cpu, speed, others } of measured) {
    const seconds = (cpu * budgets.sampleMs) / speed
    sum += seconds
    const budget = budgets[circle]?.[suite.name]
    const share = budget === undefined ? null : seconds / budget
    const text = `${seconds.toFixed(0).padStart(7)}  ${suite.name}${budget === undefined ? ' (no budget)' : `, budget ${budget}`}`
    const excess = share !== null && share > SAY_OVER ? `: ${Math.round((share - 1) * 100)} % over` : ''
    const disturbed =
      others > SAY_OTHERS ? ` (${Math.round(others * 100)} % of the processors had other work)` : ''
    lines.push(text + excess + disturbed)
  }
  lines.push(`${sum.toFixed(0).padStart(7)}  together`)
  return lines
}
