import type { ActionInput } from '#contract/actions.ts'
import { sectionOf } from '#contract/desk/set-up.ts'
import type { Acting, ActionsByName } from '#server/action.ts'
import type { Campaign } from '#server/campaign/clock.ts'
import { lockCampaign } from '#server/set-up/lock.ts'
import { DeskError } from '../errors.ts'
import type { Plan } from '../set-up/plan.ts'
import { planOf } from '../set-up/plans.ts'
import { readSetUp, versionOfPart } from '../set-up/state.ts'

/** On the command line, `seen` is null: the organiser changes whatever is stored now. */
type Change = Omit<ActionInput<'changeSetUp'>, 'seen'> & { readonly seen: string | null }

export const setUpActions = {
  changeSetUp: {
    async run(acting, input: Change) {
      const { apply } = await planFor(acting, await lockCampaign(acting.db), input)
      const detail = await apply()
      const answer = await readSetUp(acting.db, acting.advertised, acting.now)
      return { answer, detail, entry: `set-up ${input.change.kind}` }
    },
  },
} satisfies Partial<ActionsByName>

type Around = Pick<Acting, 'db' | 'advertised' | 'now' | 'random'>

/** Throws CHANGED if someone has changed this part since the person loaded it. */
export async function planFor(around: Around, campaign: Campaign, { change, seen }: Change): Promise<Plan> {
  const version = await versionOfPart(around.db, campaign, sectionOf[change.kind])
  if (seen !== null && version !== seen) throw new DeskError('CHANGED')
  const { db, advertised, now, random } = around
  return planOf({ db, campaign, advertised, now, random }, change)
}
