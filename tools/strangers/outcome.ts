import type { Stranger } from './list.ts'

export type Step = 'snapshot' | 'programs' | 'install' | 'start' | 'provoke' | 'exchange'

/** `reason` is empty if the program ran. */
export type Outcome = Pick<Stranger, 'name' | 'repository' | 'commit' | 'kind' | 'stack' | 'limit'> & {
  readonly result: 'ran' | 'failed' | 'not run'
  readonly step: Step | null
  readonly reason: string
  readonly seconds: number
  /** The last lines of the failed program's output. */
  readonly output: readonly string[]
}

export class Failure extends Error {
  readonly step: Step
  readonly result: 'failed' | 'not run'
  constructor(step: Step, reason: string, result: 'failed' | 'not run' = 'failed') {
    super(reason)
    this.step = step
    this.result = result
  }
}
