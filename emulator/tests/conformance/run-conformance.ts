import { type ConformanceCase, expectationFor } from './cases.ts'
import { checkOutcome } from './check-outcome.ts'
import type { Driver } from './driver.ts'

export type CaseResult = {
  readonly id: string
  /**
   * `unsupported`: the case failed and is listed as unsupported. `stale`: the case passed although it is
   * listed, which counts as a failure.
   */
  readonly verdict: 'passed' | 'failed' | 'unsupported' | 'stale'
  /** How the outcome differs from the expectation. For an unsupported case, the reason comes first. */
  readonly problems: readonly string[]
}

export type ConformanceRun = {
  readonly cases: readonly ConformanceCase[]
  readonly sdk: string
  readonly driver: Driver
  readonly unsupported?: Readonly<Record<string, string>>
  /** Number of cases that run concurrently. */
  readonly parallel?: number
  readonly onResult?: (result: CaseResult) => void
}

/** Runs every case for this SDK version and checks its outcome. Results are in the order of the file. */
export async function runConformance(run: ConformanceRun): Promise<readonly CaseResult[]> {
  const { cases, sdk, parallel = 4 } = run
  const wanted = cases.filter(one => expectationFor(one, sdk) !== null)
  const results: CaseResult[] = new Array(wanted.length)
  let next = 0
  const worker = async () => {
    for (let index = next++; index < wanted.length; index = next++) {
      const one = wanted[index]
      if (!one) return
      const result = await resultOf(one, run)
      results[index] = result
      run.onResult?.(result)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return results
}

async function resultOf(one: ConformanceCase, run: ConformanceRun): Promise<CaseResult> {
  const problems = await problemsOf(one, run)
  const reason = run.unsupported?.[one.id]
  const { id } = one
  if (reason === undefined) return { id, verdict: problems.length === 0 ? 'passed' : 'failed', problems }
  if (problems.length > 0) return { id, verdict: 'unsupported', problems: [reason, ...problems] }
  return { id, verdict: 'stale', problems: [`passes, but is listed as unsupported: ${reason}`] }
}

async function problemsOf(one: ConformanceCase, { sdk, driver }: ConformanceRun): Promise<readonly string[]> {
  const expect = expectationFor(one, sdk)
  if (!expect) return []
  try {
    return checkOutcome(expect, await driver.run(one, expect))
  } catch (error) {
    return [`the driver failed: ${error instanceof Error ? error.message : String(error)}`]
  }
}
