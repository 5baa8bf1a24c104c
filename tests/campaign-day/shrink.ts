import type { Plan, Step } from './plan.ts'
import { type Outcome, play, type Surroundings } from './play.ts'

/**
 * Returns groups of steps that are often unnecessary as a whole: the faults, the looking, the office's work, and each
 * customer's acts.
 */
function groupsOf({ phones }: Plan): readonly ((step: Step) => boolean)[] {
  const kinds = [
    [
      'network',
      'line',
      'kill-server',
      'suspend-server',
      'cut-power',
      'retain',
      'wrong-clock',
      'build',
      'new-phone',
      'kill-page',
    ],
    ['look', 'reach', 'mute', 'marketing', 'chat', 'block-account', 'unblock-account'],
    ['export', 'publish-proof', 'parcels', 'promote', 'mail-closing', 'answer', 'use-reward'],
    ['block', 'unblock', 'erase', 'leave', 'undo', 'correct', 'withdraw'],
  ] as const
  return [
    ...kinds.map(
      names => (step: Step) => (names as readonly string[]).includes(step.do) && step.during === undefined,
    ),
    ...Array.from({ length: phones }, (_, who) => (step: Step) => 'who' in step && step.who === who),
  ]
}

/**
 * Makes a failing plan smaller while it still breaks the same promise: drops the steps after the failure, then whole
 * groups, then any other steps, then the concurrent acts. The result is minimal: no single step can be removed.
 */
export async function shrink(
  plan: Plan,
  first: Outcome,
  surroundings: Surroundings = {},
): Promise<{ readonly plan: Plan; readonly outcome: Outcome }> {
  const promise = first.problems[0]?.promise
  let best = { plan, outcome: first }

  async function accept(steps: readonly Step[]): Promise<boolean> {
    const candidate = { ...plan, steps }
    const outcome = await play(candidate, surroundings)
    if (!outcome.problems.some(problem => problem.promise === promise)) return false
    best = { plan: { ...candidate, steps: steps.slice(0, outcome.played) }, outcome }
    return true
  }

  await accept(plan.steps.slice(0, first.played))
  for (const isOf of groupsOf(plan)) {
    const rest = best.plan.steps.filter(step => !isOf(step))
    if (rest.length < best.plan.steps.length) await accept(rest)
  }
  for (
    let size = Math.ceil(best.plan.steps.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    // Starts from the end, because a removal does not affect the steps before it.
    for (let end = best.plan.steps.length; end > 0; end -= size) {
      const { steps } = best.plan
      const start = Math.max(0, Math.min(end, steps.length) - size)
      await accept(steps.toSpliced(start, size))
    }
  }
  for (const [index, { during, ...step }] of best.plan.steps.entries())
    if (during) await accept(best.plan.steps.with(index, step as Step))
  return best
}
