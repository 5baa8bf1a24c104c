import type { MessageKind } from '#contract/message-groups.ts'
import { readChannel } from '#server/message-queue/channel.ts'
import { countOf } from '#server/store/count.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { audiencePage, type Obstacle } from './audience.ts'

type Mailing = Pick<Tables['mailing'], 'kind' | 'subject'>

/** Messages of this month at LINE. `limit` is null if the account has none; `at` is when LINE said so, in milliseconds. */
export type Quota = { readonly limit: number | null; readonly used: number; readonly at: number }

export type Estimate = {
  /** Messages that would be sent, by kind. */
  readonly messages: ReadonlyMap<MessageKind, number>
  readonly total: number
  /** Customers whom the event concerns, but who cannot be reached, by reason. */
  readonly unreachable: ReadonlyMap<Obstacle, number>
  /** Messages that wait already; they use the same quota. */
  readonly waiting: number
  /** Null before LINE has answered. */
  readonly quota: Quota | null
}

/** Counts the messages of a mailing without enqueueing any. `step` reports the customers that were considered. */
export async function estimateMailing(
  db: Db,
  mailing: Mailing,
  step: (count: number) => void,
): Promise<Estimate> {
  const messages = new Map<MessageKind, number>()
  const unreachable = new Map<Obstacle, number>()
  let total = 0
  let after: string | null = ''
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
  return { messages, total, unreachable, ...(await messageLimits(db)) }
}

/** Number of messages that the account has left in this month. */
export const quotaLeft = ({ limit, used }: Quota, waiting: number): number =>
  Math.max(0, (limit ?? 0) - used - waiting)

/** Number of messages beyond this month's quota; 0 if the quota is unknown. */
export const beyondQuota = ({
  total,
  waiting,
  quota,
}: Pick<Estimate, 'total' | 'waiting' | 'quota'>): number =>
  quota?.limit == null ? 0 : Math.max(0, total - quotaLeft(quota, waiting))

/** Returns the limits for new messages: the number already queued, and the quota. */
export const messageLimits = async (db: Db): Promise<Pick<Estimate, 'waiting' | 'quota'>> => ({
  waiting: await waitingNow(db),
  quota: await quotaOf(db),
})

const waitingNow = (db: Db): Promise<number> =>
  countOf(db.selectFrom('message').where('state', '=', 'waiting'))

async function quotaOf(db: Db): Promise<Quota | null> {
  const { quota_limit = null, quota_used = null, quota_at = null } = (await readChannel(db)) ?? {}
  return quota_used === null || quota_at === null
    ? null
    : { limit: quota_limit, used: quota_used, at: quota_at }
}
