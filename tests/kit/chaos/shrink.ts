import type { History, Step } from './history.ts'

/** Returns simpler versions of a step, the simplest first. */
function* simpler(step: Step): Generator<Step> {
  const { faults = [], ms = 0 } = step
  if (faults.length > 0) yield { ...step, faults: [] }
  for (const i of faults.keys()) if (faults.length > 1) yield { ...step, faults: faults.toSpliced(i, 1) }
  for (const [i, fault] of faults.entries())
    if (fault !== 'ok') yield { ...step, faults: faults.with(i, 'ok') }
  for (const shorter of [0, 1000, 10_000, 60_000]) if (shorter < ms) yield { ...step, ms: shorter }
  for (const name of ['tab', 'write', 'steps'] as const)
    if (((step as Partial<Record<typeof name, number>>)[name] ?? 0) > 0) yield { ...step, [name]: 0 }
  if ('bad' in step && step.bad) yield { ...step, bad: false }
  if ('pieces' in step && step.pieces === 3) yield { ...step, pieces: 1 }
}

/** Shrinks a failing history (delta debugging) until no single removal or simplification is possible. */
export async function shrink(
  history: History,
  fails: (candidate: History) => Promise<boolean>,
): Promise<History> {
  let { steps } = history
  /**
   * The candidates that do not fail, as JSON. They are not played again, because the result would be the same and each
   * round repeats most candidates.
   */
  const passed = new Set<string>()
  const accept = async (candidate: readonly Step[]) => {
    const tried = JSON.stringify(candidate)
    if (passed.has(tried)) return false
    if (!(await fails({ ...history, steps: candidate }))) {
      passed.add(tried)
      return false
    }
    steps = candidate
    return true
  }

  async function removeSteps() {
    for (let size = Math.ceil(steps.length / 2); ; size = Math.ceil(size / 2)) {
      // Starts at the end, because the steps after the failure are not needed at all.
      for (let end = steps.length; end > 0; end -= size) {
        const start = Math.max(0, end - size)
        await accept(steps.toSpliced(start, end - start))
      }
      if (size === 1) return
    }
  }

  /** Replaces the step at this place with its first simpler version that still fails. */
  async function simplifyStep(i: number): Promise<boolean> {
    for (const candidate of simpler(steps[i] as Step)) if (await accept(steps.with(i, candidate))) return true
    return false
  }

  for (let before = ''; before !== JSON.stringify(steps); ) {
    before = JSON.stringify(steps)
    await removeSteps()
    for (let i = 0; i < steps.length; i++) while (await simplifyStep(i));
  }
  return { ...history, steps }
}
