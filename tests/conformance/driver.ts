import type { ConformanceCase, Expectation } from './cases.ts'
import type { Outcome } from './outcome.ts'

/** One way to carry out a case: an SDK on an emulated LINE. */
export type Driver = {
  /** As the table and the list of unsupported cases name it. */
  readonly name: string
  /** `expect` only tells what is worth waiting for after the call is over. */
  readonly run: (one: ConformanceCase, expect: Expectation) => Promise<Outcome>
}
