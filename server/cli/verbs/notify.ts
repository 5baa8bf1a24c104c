import { setTimeout as wait } from 'node:timers/promises'
import { messageRules } from '#campaign/message-rules.ts'
import { DAY_MS, isoOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { campaignState, readCampaign } from '#server/campaign/clock.ts'
import { startWithEstimate } from '#server/cli/mailing.ts'
import { oneOf } from '#server/cli/options.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { holdMailing } from '#server/mailings/hold.ts'
import { type MailingStatus, mailingStatus, newestMailing } from '#server/mailings/status.ts'
import { sendableFrom } from '#server/messages/sending-rules.ts'

const WATCH_MS = 2000

const kinds = ['results', 'closing', 'coupon'] as const

export const notifyVerbs: readonly Verb[] = [
  {
    name: 'notify results',
    usage: '[--over-quota]',
    summary: 'Send the draw’s result by LINE message to everyone who took part.',
    help: [
      'For a result that is published or planned; `announce --notify` does both at once. Winners, reserves and the others',
      'get different messages. The server sends them from the time of the announcement; `notify status` shows the progress.',
      'A second run sends nothing twice. --dry-run counts the messages and shows how many LINE still accepts this month.',
      '',
      'Example: notify results --dry-run',
    ],
    mode: 'without-transaction',
    dryRun: true,
    run: results,
  },
  {
    name: 'notify closing',
    usage: '[--over-quota]',
    summary: 'Remind customers by LINE message that the campaign ends soon.',
    help: [
      `Only customers who agreed to marketing messages get it, from ${messageRules.closingDays} days before the end. Running it`,
      'again sends nothing twice, unless the end has moved. --dry-run counts the messages at any time and shows how many LINE',
      'still accepts this month.',
      '',
      'Example: notify closing --dry-run',
    ],
    mode: 'without-transaction',
    dryRun: true,
    run: closing,
  },
  {
    name: 'notify status',
    usage: '[--watch]',
    summary: 'Show the progress of the LINE messages to many customers.',
    help: [
      'For each mailing, shows the messages that wait, are held by `notify stop`, were sent, were dropped because they were out of',
      'date or the customer cannot be reached, and failed for good. --watch shows a progress bar until none waits; you can',
      'leave it at any time, because the server does the work.',
      '',
      'Example: notify status --watch',
    ],
    mode: 'without-transaction',
    run: status,
  },
  {
    name: 'notify stop',
    usage: kinds.join('|'),
    summary: 'Stop the unsent LINE messages to many customers.',
    help: [
      'Holds the waiting messages and enqueues no more. Messages that LINE has accepted cannot be recalled.',
      '`notify resume` continues.',
      '',
      'Example: notify stop closing',
    ],
    mode: 'without-transaction',
    run: context => hold(context, 'stopped'),
  },
  {
    name: 'notify resume',
    usage: kinds.join('|'),
    summary: 'Continue stopped LINE messages.',
    help: [
      'Messages with a deadline in their text are sent until then; others are dropped if they are older than three days.',
      '',
      'Example: notify resume closing',
    ],
    mode: 'without-transaction',
    run: context => hold(context, 'running'),
  },
]

async function results(context: Context): Promise<Outcome> {
  const { draw_id, announced_at } = await readCampaign(context.db)
  if (draw_id === null || announced_at === null)
    throw new CliError('The draw’s result is not announced: run `announce --notify`.')
  const mailing = { kind: 'results', subject: draw_id } as const
  return startWithEstimate(context, mailing, Math.max(context.now, announced_at))
}

async function closing(context: Context): Promise<Outcome> {
  const campaign = await readCampaign(context.db)
  if (campaignState(campaign, context.now) !== 'open')
    throw new CliError('The campaign is not open, so there is nothing to remind customers of.')
  const from = campaign.closes_at - messageRules.closingDays * DAY_MS
  const end = bangkokTime(campaign.closes_at)
  if (context.now >= campaign.closes_at)
    throw new CliError(`The end in the message’s text has passed: ${end}. Set a new one with \`dates set\`.`)
  if (context.now < from && !context.dryRun) {
    const first = bangkokTime(from)
    throw new CliError(
      `The campaign ends at ${end}, and the message announces that it ends soon: send it from ${first} (Bangkok time).`,
    )
  }
  const first = sendableFrom('campaign-closing', context.now)
  if (first >= campaign.closes_at && !context.dryRun) {
    throw new CliError(
      `No message is sent in the quiet hours, which last until ${bangkokTime(first)} (Bangkok time), and the campaign ends at ${end}.`,
    )
  }
  const mailing = { kind: 'closing', subject: String(campaign.closes_at) } as const
  return startWithEstimate(context, mailing, context.now)
}

async function status(context: Context): Promise<Outcome> {
  if (context.options.watch === true) await watch(context)
  const mailings = await mailingStatus(context.db)
  const data = mailings.map(({ due_at, ...mailing }) => ({ ...mailing, dueAt: isoOf(due_at) }))
  return {
    lines: mailings.length === 0 ? ['No LINE messages to many customers yet.'] : mailings.map(statusLine),
    data: { mailings: data },
    detail: {},
  }
}

function statusLine({ kind, state, enqueued, messages, due_at }: MailingStatus): string {
  const { waiting, held, sent, dropped, dead } = messages
  const parts = [`${sent} sent`, `${waiting} waiting`, `${dropped} dropped`, `${dead} failed`]
  const shown = held > 0 ? [...parts, `${held} held`] : parts
  return `${kind} (${bangkokTime(due_at)}, ${state}): ${enqueued} enqueued, ${shown.join(', ')}`
}

/** Shows a progress bar until no mailing is running or has waiting messages. */
async function watch({ db, progress, clock }: Context): Promise<void> {
  let shown = 0
  let bar: ReturnType<typeof progress> | null = null
  for (;;) {
    const mailings = (await mailingStatus(db)).filter(one => one.due_at <= clock())
    const sum = (pick: (one: MailingStatus) => number) =>
      mailings.reduce((total, one) => total + pick(one), 0)
    const settled = sum(({ messages }) => messages.sent + messages.dropped + messages.dead)
    bar ??= progress('Sending', null)
    bar.step(settled - shown)
    shown = settled
    const isRunning = mailings.some(one => one.state === 'running' || one.messages.waiting > 0)
    if (!isRunning) break
    await wait(WATCH_MS)
  }
  bar.end()
}

async function hold(context: Context, to: 'stopped' | 'running'): Promise<Outcome> {
  const mailing = await mailingIn(context)
  const { kind, subject } = mailing
  const bar = context.progress(to === 'stopped' ? 'Stopping' : 'Resuming', null)
  const moved = await holdMailing(context.db, mailing, to, bar.step).finally(bar.end)
  return to === 'stopped'
    ? {
        lines: [`Stopped: ${moved} messages are held. \`notify resume ${kind}\` continues.`],
        detail: { kind, subject, held: moved },
      }
    : {
        lines: [`The server continues: ${moved} messages wait again.`],
        detail: { kind, subject, resumed: moved },
      }
}

async function mailingIn({ db, args }: Context) {
  const kind = oneOf(args[0] ?? '', 'KIND', kinds)
  const mailing = await newestMailing(db, kind)
  if (!mailing) throw new CliError(`No LINE messages of the kind "${kind}" were started.`)
  return mailing
}
