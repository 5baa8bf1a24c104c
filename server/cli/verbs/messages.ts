import { isoOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { textOption } from '#server/cli/options.ts'
import { table } from '#server/cli/table.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'

const states = ['waiting', 'held', 'sent', 'dropped', 'dead'] as const
/** Messages that one command lists. */
const LIMIT = 100

/** The verb that shows single LINE messages. */
export const messageVerbs: readonly Verb[] = [
  {
    name: 'messages list',
    usage: '[--state STATE]',
    summary: 'List LINE messages to customers and what became of them, newest first.',
    help: [
      `STATE is one of ${states.join(', ')}. Without --state, it lists the dead ones: LINE refused them, or has not said for`,
      '23 hours whether it has them. They are not sent again, and the reason says why. `dropped` messages were out of date,',
      `or the customer cannot be reached or has switched them off. At most ${LIMIT} are listed.`,
      '',
      'Example: messages list --state waiting',
    ],
    options: { state: { type: 'string' } },
    args: { min: 0, max: 0 },
    mode: 'without-transaction',
    run: list,
  },
]

async function list(context: Context): Promise<Outcome> {
  const given = textOption(context, 'state') ?? 'dead'
  const state = states.find(one => one === given)
  if (!state) throw new CliError(`--state: must be one of ${states.join(', ')}, not "${given}"`)
  const rows = await context.db
    .selectFrom('message')
    .select(['kind', 'subject', 'customer_id', 'attempts', 'reason', 'created_at', 'not_before'])
    .where('state', '=', state)
    .orderBy('not_before', 'desc')
    .limit(LIMIT)
    .execute()
  const messages = rows.map(row => ({
    kind: row.kind,
    subject: row.subject,
    customerId: row.customer_id,
    attempts: row.attempts,
    reason: row.reason,
    createdAt: isoOf(row.created_at),
    notBefore: isoOf(row.not_before),
  }))
  const cells = rows.map(row => [
    bangkokTime(row.created_at),
    row.kind,
    row.customer_id,
    String(row.attempts),
    row.reason ?? '',
  ])
  return {
    lines:
      rows.length === 0
        ? [`No messages in the state ${state}.`]
        : table(['since', 'kind', 'customer', 'attempts', 'reason'], cells),
    data: { state, messages },
    detail: { state },
  }
}
