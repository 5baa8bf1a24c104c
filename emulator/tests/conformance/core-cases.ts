import type { ConformanceCase } from './cases.ts'

/** Matches a function or property of the SDK in a case's call, but not a LIFF URL such as `liff.line.me`. */
const MEMBER = /(?<![\w/.])liff(?:\.\w+)+/g

/**
 * Returns one case for each combination of the SDK functions that it calls, where the page runs, and its error code.
 * These cases run before a push. New cases for an uncovered combination join automatically.
 */
export function coreCases(cases: readonly ConformanceCase[]): readonly ConformanceCase[] {
  const first = new Map<string, ConformanceCase>()
  for (const one of cases) {
    const key = combinationOf(one)
    if (!first.has(key)) first.set(key, one)
  }
  return [...first.values()]
}

function combinationOf({ call, setup, expect }: ConformanceCase): string {
  const members = [...new Set(call.match(MEMBER) ?? ['liff.init'])]
  return [setup.where, ...members, expect.error?.code ?? expect.initError?.code ?? ''].join(' ')
}
