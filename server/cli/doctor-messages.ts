import { bangkokTime } from '#server/bangkok-time.ts'
import { isPausedAt } from '#server/message-queue/channel.ts'
import { eventCounts, messageCounts } from '#server/message-queue/counts.ts'
import { noticeCounts } from '#server/message-queue/notice-counts.ts'
import { quotaNow } from '#server/message-queue/quota.ts'
import { targetIn } from '#server/tasks/notice-target.ts'
import { type Finding, ok, warn } from './checks.ts'
import type { Context } from './verb.ts'

const reasons = {
  token:
    'LINE refuses the channel access token; set a new LINE_MESSAGING_ACCESS_TOKEN and restart the server',
  quota: "LINE's monthly quota is used up",
  limit: 'LINE’s rate limit was exceeded (not the monthly quota); the server continues automatically',
  outage: 'LINE does not answer',
} as const

/** Warns if LINE messages are paused, are waiting although sending is off, or have permanently failed. */
export async function messageCheck({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Finding> {
  const { channel, waiting, dead } = await messageCounts(db)
  const counted = `${waiting} waiting, ${dead} failed`
  if (!channel && waiting + dead === 0) return ok('off')
  const { paused_until = null, pause_reason = null } = channel ?? {}
  const isPaused = paused_until !== null && isPausedAt({ paused_until }, now) && pause_reason !== null
  const isStuck = !channel && waiting > 0
  const stuck = isStuck
    ? '; the server drops waiting messages at the deadline in their text, or after three days: set LINE_MESSAGING_ACCESS_TOKEN and restart the server'
    : ''
  const pause = isPaused ? `; paused until ${bangkokTime(paused_until)}: ${reasons[pause_reason]}` : ''
  return {
    level: isPaused || isStuck || dead > 0 ? 'warn' : 'ok',
    found: `${channel ? '' : 'off, '}${counted}${stuck}${pause}`,
  }
}

/** LINE gives the same response for both limits. */
const RAISE =
  'The quota is the plan’s messages plus the limit for additional messages; LINE does not report which of the two is used up. Change the plan or raise that limit in LINE Official Account Manager (Settings > Activity and billing > Monthly plan). The server then continues within minutes, and sends nothing twice'

export async function quotaCheck({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Finding> {
  const quota = await quotaNow(db, now)
  if (quota === null) return ok('not needed, because LINE messages are off')
  const { state, limit, used, at, resetsAt, waiting, winnersWaiting } = quota
  const counted =
    used === null
      ? 'LINE has not reported its quota yet'
      : limit === null
        ? `${used} messages counted in this month; the account has no limit`
        : `${used} of ${limit} messages counted in this month`
  const asOf = at === null ? '' : ` (as of ${bangkokTime(at)})`
  if (state === 'open') return ok(counted + asOf)
  if (state === 'nearly') return warn(`${counted}${asOf}, ${waiting} waiting. ${RAISE}`)
  const winners =
    winnersWaiting === 0
      ? ''
      : ` ${winnersWaiting} of them are for winners and wait until the deadline in their text: "winners list --show not-told" lists the winners to call.`
  return warn(
    `used up: LINE accepts no more messages until ${bangkokTime(resetsAt)} (Bangkok time; its months are those of Japan). ${counted}${asOf}. ${waiting} wait; news without a deadline is dropped after three days.${winners} ${RAISE}`,
  )
}

export async function eventCheck({ db }: Pick<Context, 'db'>): Promise<Finding> {
  const { waiting, failed } = await eventCounts(db)
  return failed === 0
    ? ok(`${waiting} waiting, 0 failed`)
    : warn(
        `${waiting} waiting, ${failed} failed in the last 30 days: customers pressed a button or wrote, without effect. The server's log has the errors ("could not work on an event of LINE")`,
      )
}

export async function noticeCheck({ db }: Pick<Context, 'db'>): Promise<Finding> {
  const { waiting, failing } = await noticeCounts(db)
  const counted = `${waiting} waiting`
  if (failing === 0) return ok(counted)
  const { payload, attempts, last_error } = await db
    .selectFrom('outgoing')
    .select(['payload', 'attempts', 'last_error'])
    .where('kind', '=', 'desk-notice')
    .where('last_error', 'is not', null)
    .orderBy('attempts', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const to = targetIn(payload)
  const where =
    to === null ? 'one' : to.by === 'mail' ? `the one to ${to.address}` : `the one to LINE ${to.id}`
  return warn(
    `${counted}, ${failing} could not be sent yet; ${where} failed ${attempts} times (${last_error}): check DESK_SMTP_URL, DESK_MAIL_FROM, DESK_MAIL_TO and DESK_LINE_TO. Each is dropped after about two days; the managers can read it at the desk`,
  )
}
