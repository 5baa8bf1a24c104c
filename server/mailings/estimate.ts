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
  return { messages, total, unreachable, waiting: await waitingNow(db), quota: await quotaOf(db) }
}

const waitingNow = (db: Db): Promise<number> =>
  countOf(db.selectFrom('message').where('state', '=', 'waiting'))

async function quotaOf(db: Db): Promise<Quota | null> {
  const { quota_limit = null, quota_used = null, quota_at = null } = (await readChannel(db)) ?? {}
  return quota_used === null || quota_at === null
    ? null
    : { limit: quota_limit, used: quota_used, at: quota_at }
}
