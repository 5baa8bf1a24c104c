type Level = 'ok' | 'warn' | 'fail' | 'skip'
/** Result of one check. `found` says what was found and, if it is not in order, what to do. */
export type Check = { readonly name: string; readonly level: Level; readonly found: string }

const marks: Record<Level, string> = { ok: 'ok  ', warn: 'warn', fail: 'FAIL', skip: 'skip' }

/** Formats checks for people, one per line. */
export const checkLines = (checks: readonly Check[]): string[] =>
  checks.map(({ name, level, found }) => `${marks[level]}  ${name}: ${found}`)

/** True if a check failed. */
export const anyFailed = (checks: readonly Check[]): boolean => checks.some(check => check.level === 'fail')
