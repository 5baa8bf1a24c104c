import * as v from 'valibot'
import type { Plan } from './plan.ts'

/** Increase this when a step's fields or meaning change, because an older plan would then describe another campaign. */
const VERSION = 4

const savedPlan = v.object({
  version: v.number(),
  plan: v.object({
    seed: v.pipe(v.number(), v.integer()),
    phones: v.pipe(v.number(), v.integer(), v.minValue(1)),
    steps: v.array(v.looseObject({ do: v.string(), id: v.number(), at: v.number() })),
  }),
})

export const writePlan = (plan: Plan): string => `${JSON.stringify({ version: VERSION, plan }, null, 2)}\n`

/** Returns the plan in a file, or the reason why it cannot be played. */
export function readPlan(text: string): Plan | string {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return 'the file is not valid JSON'
  }
  const { version } = Object(json) as { version?: unknown }
  if (version !== VERSION)
    return `the plan has version ${String(version)}, this simulation plays version ${VERSION}`
  const parsed = v.safeParse(savedPlan, json)
  // The cast is safe because `writePlan` wrote the file, and the version determines the fields of the steps.
  return parsed.success ? (parsed.output.plan as unknown as Plan) : 'the file is not a plan'
}
