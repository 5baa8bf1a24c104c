import { bangkokTime } from '#server/bangkok-time.ts'
import { kindsOf } from '#server/mailings/audience.ts'
import { beyondQuota, type Estimate, estimateMailing, quotaLeft } from '#server/mailings/estimate.ts'
import { startMailing } from '#server/mailings/start.ts'
import { readChannel } from '#server/message-queue/channel.ts'
import { sendableFrom } from '#server/messages/sending-rules.ts'
import type { Tables } from '#server/store/tables.ts'
import { CliError, type Context } from './verb.ts'

type Mailing = Pick<Tables['mailing'], 'kind' | 'subject'>

const obstacles = {
  'blocked-by-organiser': 'blocked by the organiser',
  'no-line-account': 'no LINE account any more',
  'blocked-the-account': 'blocked the account in LINE',
  'switched-off': 'switched these messages off in the profile',
  'no-marketing-consent': 'no consent to marketing messages',
} as const

/**
 * Starts a mailing that is due at `dueAt` (milliseconds) and returns lines describing it. Throws CliError if LINE
 * messages are off, or if they exceed LINE's monthly quota without --over-quota.
 */
export async function startWithEstimate(context: Context, mailing: Mailing, dueAt: number) {
  const { db, now, options, dryRun } = context
  const bar = context.progress('Counting', null)
  const estimate = await estimateMailing(db, mailing, dueAt, bar.step).finally(bar.end)
  const over = beyondQuota(estimate)
  const lines = estimateLines(estimate)
  if (over > 0 && options['over-quota'] !== true && !dryRun) {
    throw new CliError(
      [
        ...lines,
        `LINE would refuse ${over} of them. Raise the account's limit first, or pass --over-quota.`,
      ].join('\n'),
    )
  }
  const isOn = dryRun ? (await readChannel(db)) !== undefined : await startMailing(db, mailing, dueAt, now)
  if (!isOn) {
    throw new CliError(
      'LINE messages are off: set LINE_MESSAGING_ACCESS_TOKEN in the server’s settings and restart it.',
    )
  }
  return { lines: [...lines, sendingLine(estimate, mailing, dueAt, now)], detail: detailOf(estimate) }
}

function sendingLine({ state }: Estimate, { kind }: Mailing, dueAt: number, now: number): string {
  if (state === 'stopped') return `They are stopped: nothing is sent before \`notify resume ${kind}\`.`
  if (state === 'done') return 'All of them are already enqueued. See `notify status`.'
  const times = kindsOf[kind].map(one => sendableFrom(one, dueAt))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const quiet = last > first ? `, and those without a deadline from ${bangkokTime(last)}` : ''
  return first > now
    ? `The server sends them from ${bangkokTime(first)}${quiet} (Bangkok time). See \`notify status\`.`
    : `The server sends them now${quiet === '' ? '' : `${quiet} (Bangkok time)`}. See \`notify status\`.`
}

function estimateLines(estimate: Estimate): string[] {
  const { messages, total, unreachable } = estimate
  const missed = [...unreachable.values()].reduce((sum, count) => sum + count, 0)
  return [
    `LINE messages to send: ${total}`,
    ...[...messages].map(([kind, count]) => `  ${kind}: ${count}`),
    `Customers who cannot be reached: ${missed}`,
    ...[...unreachable].map(([reason, count]) => `  ${obstacles[reason]}: ${count}`),
    ...quotaLines(estimate),
  ]
}

function quotaLines(estimate: Estimate): string[] {
  const { waiting, quota } = estimate
  if (quota === null) return ['Quota: unknown, because LINE has not answered the server yet.']
  const asOf = `as of ${bangkokTime(quota.at)}`
  if (quota.limit === null)
    return [`Quota: the account has no limit (${asOf}). LINE charges for each message by the account's plan.`]
  const over = beyondQuota(estimate)
  const month = quota.isLaterMonth ? 'the month of the messages' : 'this month'
  return [
    `Quota: ${quota.limit} in ${month}, ${quota.used} used, ${waiting} waiting, ${quotaLeft(quota, waiting)} left (${asOf}).`,
    over === 0
      ? `Cost: within the limit of ${month}. LINE charges by the account’s plan for those beyond its free messages.`
      : `Cost: ${over} more than LINE accepts in ${month}. They would wait until you raise the limit or LINE's next month begins: messages with a deadline until this deadline, the others for three days.`,
  ]
}

const detailOf = (estimate: Estimate) => ({
  messages: Object.fromEntries(estimate.messages),
  total: estimate.total,
  unreachable: Object.fromEntries(estimate.unreachable),
  waiting: estimate.waiting,
  quota: estimate.quota,
  beyondQuota: beyondQuota(estimate),
})
