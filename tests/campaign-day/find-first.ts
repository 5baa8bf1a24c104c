import { createChance } from './chance.ts'
import { makePlan, type Plan } from './plan.ts'
import { type Outcome, play } from './play.ts'
import { shrink } from './shrink.ts'

/** The first broken promise among the seeds, with the shrunk campaign that breaks it. */
export type Found = {
  readonly seed: number
  readonly promise: string
  readonly what: string
  readonly plan: Plan
  readonly outcome: Outcome
}

/** Plays these seeds in turn until one breaks a promise, then shrinks that campaign. */
export async function findFirst(first: number, seeds: number, phones: number): Promise<Found | null> {
  for (let seed = first; seed < first + seeds; seed += 1) {
    const plan = makePlan(createChance(seed), seed, phones)
    const outcome = await play(plan)
    if (outcome.problems.length === 0) continue
    const small = await shrink(plan, outcome)
    const [problem] = small.outcome.problems
    if (problem) return { seed, ...problem, ...small }
  }
  return null
}
