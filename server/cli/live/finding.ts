import type { Check } from '#server/cli/checks.ts'

export type Finding = Pick<Check, 'level' | 'found'>

export const ok = (found: string): Finding => ({ level: 'ok', found })
export const warn = (found: string): Finding => ({ level: 'warn', found })
export const fail = (found: string): Finding => ({ level: 'fail', found })
export const skip = (found: string): Finding => ({ level: 'skip', found })

/** Fails if there are problems. `advice` says how to fix them. */
export const unless = (problems: readonly string[], good: string, advice: string): Finding =>
  problems.length > 0 ? fail(`${problems.join('; ')}. ${advice}`) : ok(good)
