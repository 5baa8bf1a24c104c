import type { ConformanceCase, Expectation } from './cases.ts'
import type { Outcome } from './outcome.ts'

/** A way to run the cases with a particular SDK in a particular environment. */
export type Driver = {
  /** The name in the support table and in the list of unsupported cases. */
  readonly name: string
  /** Runs a case. `expect` only says which requests and navigations to wait for after the call. */
  readonly run: (one: ConformanceCase, expect: Expectation) => Promise<Outcome>
}
