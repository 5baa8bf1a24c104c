import type { ActionInput } from '#contract/actions.ts'
import type { ActionsByName } from '#server/action.ts'
import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { beyondQuota, messageLimits } from '#server/mailings/estimate.ts'
import { holdPart } from '#server/mailings/hold.ts'
import { startMailing } from '#server/mailings/start.ts'
import type { Db } from '#server/store/tables.ts'
import { changeDelivery, recorded } from '#server/winners/change.ts'
import { DeskError } from '../errors.ts'

/** On the command line, `version` is null: the organiser changes whatever is stored now. */
type Delivery = Omit<ActionInput<'changeDelivery'>, 'version'> & { readonly version: number | null }

export const resultActions = {
  changeDelivery: {
    async run({ db, now }, { id, version, change }: Delivery) {
      if (!(await changeDelivery(db, id, change, { now, version }))) throw new DeskError('CHANGED')
      return { answer: {}, detail: { customerId: id, ...recorded(change) } }
    },
  },

  startMailing: {
    async run({ db, now }, { counted, overQuota }) {
      const campaign = await readCampaign(db)
      const mailing = resultsOf(campaign)
      const dueAt = dueAtOf(campaign, now)
      const over = beyondQuota({ total: counted, ...(await messageLimits(db, dueAt)) })
      if (over > 0 && !overQuota) throw new DrawRefusal('OVER_QUOTA', { count: over })
      if (!(await startMailing(db, mailing, dueAt, now))) throw new DrawRefusal('MESSAGES_OFF')
      return { answer: {}, detail: { ...mailing, counted, overQuota, dueAt } }
    },
  },

  holdMailing: {
    async run({ db }, { to }) {
      const mailing = resultsOf(await readCampaign(db))
      if (!(await isStarted(db, mailing.subject))) throw new DeskError('NOT_FOUND')
      const part = await holdPart(db, mailing, to)
      const entry = to === 'stopped' ? 'notify stop' : 'notify resume'
      return { answer: part, detail: { ...mailing, ...part }, entry }
    },
  },
} satisfies Partial<ActionsByName>

/** Throws NO_ANNOUNCEMENT if no announcement time is set, because the messages would reveal the result too early. */
export function resultsOf({ draw_id, announced_at }: Campaign) {
  if (draw_id === null || announced_at === null) throw new DrawRefusal('NO_ANNOUNCEMENT')
  return { kind: 'results', subject: draw_id } as const
}

export const dueAtOf = ({ announced_at }: Campaign, now: number): number => Math.max(now, announced_at ?? now)

const isStarted = async (db: Db, subject: string): Promise<boolean> =>
  (await db
    .selectFrom('mailing')
    .select('subject')
    .where('kind', '=', 'results')
    .where('subject', '=', subject)
    .executeTakeFirst()) !== undefined
