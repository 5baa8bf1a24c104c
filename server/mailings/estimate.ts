import type { MessageKind } from '#contract/message-groups.ts'
import { readChannel } from '#server/message-queue/channel.ts'
import { lineMonth } from '#server/message-queue/quota.ts'
import { countOf } from '#server/store/count.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { audiencePage, type Obstacle } from './audience.ts'

type Mailing = Pick<Tables['mailing'], 'kind' | 'subject'>

export type Quota = {
  readonly limit: number | null
  readonly used: number
  readonly at: number
  /** True if the messages are due in a later month, for which `used` is 0. */
  readonly isLaterMonth: boolean
}

export type Estimate = {
  readonly state: Tables['mailing']['state'] | null
  readonly messages: ReadonlyMap<MessageKind, number>
  readonly total: number
  readonly unreachable: ReadonlyMap<Obstacle, number>
  /** Number of queued messages, which use the same quota. */
  readonly waiting: number
  readonly quota: Quota | null
}

/** Counts the messages still to be enqueued. `step` gets the number of customers considered. */
export async function estimateMailing(
  db: Db,
  mailing: Mailing,
  dueAt: number,
  step: (count: number) => void,
): Promise<Estimate> {
  const messages = new Map<MessageKind, number>()
  const unreachable = new Map<Obstacle, number>()
  let total = 0
  const started = await db
    .selectFrom('mailing')
    .select(['state', 'reached'])
    .where('kind', '=', mailing.kind)
    .where('subject', '=', mailing.subject)
    .executeTakeFirst()
  let after: string | null = started?.state === 'done' ? null : (started?.reached ?? '')
  while (after !== null) {
    const page: Awaited<ReturnType<typeof audiencePage>> = await audiencePage(db, mailing, after)
    for (const { kind, obstacle } of page.addressees) {
      if (obstacle === null) {
        messages.set(kind, (messages.get(kind) ?? 0) + 1)
        total += 1
      } else {
        unreachable.set(obstacle, (unreachable.get(obstacle) ?? 0) + 1)
      }
    }
    step(page.addressees.length)
    after = page.last
  }
  return { state: started?.state ?? null, messages, total, unreachable, ...(await messageLimits(db, dueAt)) }
}

export const quotaLeft = ({ limit, used }: Quota, waiting: number): number =>
  Math.max(0, (limit ?? 0) - used - waiting)

/** Returns 0 if the quota is unknown. */
export const beyondQuota = ({
  total,
  waiting,
  quota,
}: Pick<Estimate, 'total' | 'waiting' | 'quota'>): number =>
  quota?.limit == null ? 0 : Math.max(0, total - quotaLeft(quota, waiting))

export const messageLimits = async (db: Db, dueAt: number): Promise<Pick<Estimate, 'waiting' | 'quota'>> => ({
  waiting: await waitingNow(db),
  quota: await quotaOf(db, dueAt),
})

const waitingNow = (db: Db): Promise<number> =>
  countOf(db.selectFrom('message').where('state', '=', 'waiting'))

async function quotaOf(db: Db, dueAt: number): Promise<Quota | null> {
  const { quota_limit: limit = null, quota_used = null, quota_at: at = null } = (await readChannel(db)) ?? {}
  if (quota_used === null || at === null) return null
  const isLaterMonth = lineMonth(dueAt) > lineMonth(at)
  return { limit, used: isLaterMonth ? 0 : quota_used, at, isLaterMonth }
}
