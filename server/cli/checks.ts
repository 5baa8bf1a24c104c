/** `found` describes the result and how to fix any problem. */
export type Finding = { readonly level: 'ok' | 'warn' | 'fail' | 'skip'; readonly found: string }
export type Check = Finding & { readonly name: string }

export const ok = (found: string): Finding => ({ level: 'ok', found })
export const warn = (found: string): Finding => ({ level: 'warn', found })
export const fail = (found: string): Finding => ({ level: 'fail', found })
export const skip = (found: string): Finding => ({ level: 'skip', found })

/** Fails if there are problems. `advice` says how to fix them. */
export const unless = (problems: readonly string[], good: string, advice: string): Finding =>
  problems.length > 0 ? fail(`${problems.join('; ')}. ${advice}`) : ok(good)

const marks: Record<Finding['level'], string> = { ok: 'ok  ', warn: 'warn', fail: 'FAIL', skip: 'skip' }

export const checkLines = (checks: readonly Check[]): string[] =>
  checks.map(({ name, level, found }) => `${marks[level]}  ${name}: ${found}`)

export const anyFailed = (checks: readonly Check[]): boolean => checks.some(check => check.level === 'fail')
