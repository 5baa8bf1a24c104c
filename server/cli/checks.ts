type Level = 'ok' | 'warn' | 'fail' | 'skip'
/** `found` describes the result and how to fix any problem. */
export type Check = { readonly name: string; readonly level: Level; readonly found: string }

const marks: Record<Level, string> = { ok: 'ok  ', warn: 'warn', fail: 'FAIL', skip: 'skip' }

export const checkLines = (checks: readonly Check[]): string[] =>
  checks.map(({ name, level, found }) => `${marks[level]}  ${name}: ${found}`)

export const anyFailed = (checks: readonly Check[]): boolean => checks.some(check => check.level === 'fail')
