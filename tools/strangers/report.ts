import type { Outcome } from './outcome.ts'

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

const resultOf = ({ result, step, reason, limit }: Outcome): string => {
  if (result === 'ran') return limit === undefined ? 'ran' : 'ran, but the list says that it fails'
  return `${result} at ${step}: ${limit ?? reason}`
}

export function report(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(outcome => [
    ...[outcome.name, outcome.kind, outcome.stack],
    ...[resultOf(outcome), String(outcome.seconds)],
  ])
  const count = (result: Outcome['result']) => outcomes.filter(one => one.result === result).length
  return `${table([['name', 'kind', 'stack', 'result', 'seconds'], ...rows])}

${count('ran')} ran, ${count('failed')} failed, ${count('not run')} not run`
}

/** 1 if a repository failed unexpectedly, or ran although its failure is known; 2 if one did not run; otherwise 0. */
export function exitCodeOf(outcomes: readonly Outcome[]): 0 | 1 | 2 {
  const isWrong = ({ result, limit }: Outcome) =>
    limit === undefined ? result === 'failed' : result === 'ran'
  if (outcomes.some(isWrong)) return 1
  return outcomes.some(({ result }) => result === 'not run') ? 2 : 0
}
