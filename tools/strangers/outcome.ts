import type { Stranger } from './list.ts'

export type Step = 'snapshot' | 'programs' | 'install' | 'start' | 'provoke' | 'exchange'

/** The result of a stranger. `reason` is empty if it ran. */
export type Outcome = Pick<
  Stranger,
  'name' | 'repository' | 'commit' | 'kind' | 'stack' | 'limit' | 'unbuildable'
> & {
  /** The settings that the stranger needed, in Markdown. */
  readonly needed: string
  readonly result: 'ran' | 'failed' | 'not run'
  readonly step: Step | null
  readonly reason: string
  readonly seconds: number
  /** The last lines that the failed program printed. */
  readonly output: readonly string[]
}

/** A failed step. */
export class Failure extends Error {
  readonly step: Step
  readonly result: 'failed' | 'not run'
  constructor(step: Step, reason: string, result: 'failed' | 'not run' = 'failed') {
    super(reason)
    this.step = step
    this.result = result
  }
}
