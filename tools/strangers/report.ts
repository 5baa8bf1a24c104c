import type { Outcome } from './outcome.ts'

/** Returns a table in Markdown. */
function table(rows: readonly (readonly string[])[]): string {
  const cells = rows.map(row => row.map(cell => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')))
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map(row => [...(row[column] ?? '')].length)),
  )
  const lines = cells.map(
    row => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  const rule = `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

const knownProblemOf = ({ limit, unbuildable }: Outcome): string | undefined => limit ?? unbuildable

const resultOf = (outcome: Outcome): string => {
  const { result, step, reason } = outcome
  const knownProblem = knownProblemOf(outcome)
  if (result === 'ran') return knownProblem === undefined ? 'ran' : 'ran, but the list says that it fails'
  return `${result} at ${step}: ${knownProblem ?? reason}`
}

/** Returns the table of all outcomes, followed by the counts. */
export function report(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(outcome => [
    ...[outcome.name, outcome.kind, outcome.stack],
    ...[resultOf(outcome), String(outcome.seconds)],
  ])
  const count = (result: Outcome['result']) => outcomes.filter(one => one.result === result).length
  return `${table([['name', 'kind', 'stack', 'result', 'seconds'], ...rows])}

${count('ran')} ran, ${count('failed')} failed, ${count('not run')} not run`
}

/** Returns the count, the table and the list of the section "Foreign apps" in emulator/docs/support.md. */
export function supportSection(outcomes: readonly Outcome[]): string {
  const isUnbuildable = ({ result, unbuildable }: Outcome) => result !== 'ran' && unbuildable !== undefined
  const counted = outcomes.filter(outcome => !isUnbuildable(outcome))
  const ran = counted.filter(({ result }) => result === 'ran')
  const rows = counted.map(({ name, kind, stack, needed, result, limit, reason }) => [
    ...[name, kind, stack, needed],
    result === 'ran' ? result : `${result}: ${limit ?? reason}`,
  ])
  const items = outcomes.filter(isUnbuildable).map(({ name, unbuildable }) => `- ${name}: ${unbuildable}`)
  return [
    `${ran.length} of ${counted.length} ran.`,
    table([['app', 'kind', 'stack', 'what it needed', 'result'], ...rows]),
    ...(items.length === 0
      ? []
      : [
          'These cannot be built, or do not work anywhere without a change, and do not count:',
          items.join('\n'),
        ]),
  ].join('\n\n')
}

/**
 * Returns 1 if a stranger failed unexpectedly, or ran although it is known to fail; 2 if one did not run; otherwise 0.
 */
export function exitCodeOf(outcomes: readonly Outcome[]): 0 | 1 | 2 {
  const isWrong = (outcome: Outcome) =>
    outcome.result === (knownProblemOf(outcome) === undefined ? 'failed' : 'ran')
  if (outcomes.some(isWrong)) return 1
  return outcomes.some(({ result }) => result === 'not run') ? 2 : 0
}
