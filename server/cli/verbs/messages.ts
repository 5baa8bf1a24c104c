import { messageKinds, messageStates } from '#contract/message-groups.ts'
import { isoOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { oneOf, textOption } from '#server/cli/options.ts'
import { countLine, table } from '#server/cli/table.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { retryKind, retryMessage } from '#server/messages/retry-dead.ts'
import { countOf } from '#server/store/count.ts'
import type { Tables } from '#server/store/tables.ts'

type Key = Pick<Tables['message'], 'kind' | 'subject' | 'customer_id'>

const LIMIT = 100

export const messageVerbs: readonly Verb[] = [
  {
    name: 'messages list',
    usage: '[--state STATE]',
    summary: 'List LINE messages to customers and their state, newest first.',
    help: [
      `STATE is one of ${messageStates.join(', ')}. Without --state, it lists the dead ones: LINE refused them, or has not confirmed them for`,
      '23 hours. The list shows the reason; `messages retry` sends them again. `dropped` messages were out of',
      `date, or the customer cannot be reached or has switched them off. At most ${LIMIT} are listed.`,
      '',
      'Example: messages list --state waiting',
    ],
    mode: 'without-transaction',
    run: list,
  },
  {
    name: 'messages retry',
    usage: '[ID...] [--kind KIND]',
    summary: 'Send LINE messages again that LINE has refused.',
    help: [
      'Use this for dead messages when you have removed the reason: a text that LINE refused, or a channel of another provider. `messages',
      'list` shows their ids. The server sends them like new ones, and drops those that are no longer true.',
      '',
      'A message is refused if LINE may already have it, so no customer gets it twice; if the deadline in its text has',
      'passed, or it has none and is older than three days; and if the customer has left, was blocked, has blocked the',
      'account, or has switched such messages off. If one of the given ids is refused, nothing changes. With --kind, the',
      'others are sent, at most 5000 with one command.',
      `--kind     one of ${messageKinds.join(', ')}`,
      '',
      'Example: messages retry --kind not-won --dry-run',
    ],
    dryRun: true,
    run: retry,
  },
]

const idOf = ({ kind, subject, customer_id }: Key): string => `${kind}:${subject}:${customer_id}`

/** Parses a message's id. The subject between the first and the last colon may contain colons. */
function keyIn(id: string): Key {
  const [, name, subject, customer_id] = /^([a-z-]+):(.+):([^:]+)$/.exec(id) ?? []
  const kind = messageKinds.find(one => one === name)
  if (!kind || !subject || !customer_id)
    throw new CliError(`"${id}": must be the id of a message, as \`messages list\` shows it`)
  return { kind, subject, customer_id }
}

async function retry(context: Context): Promise<Outcome> {
  const { db, args, now, dryRun } = context
  const kind = textOption(context, 'kind')
  if ((kind === undefined) === (args.length === 0)) throw new CliError('Give either ids or --kind.')
  if (kind === undefined) {
    const keys = args.map(keyIn)
    const refusals: string[] = []
    for (const key of keys) {
      const refusal = await retryMessage(db, key, now)
      if (refusal !== null) refusals.push(`${idOf(key)}: ${refusal}`)
    }
    if (refusals.length > 0) throw new CliError(refusals.join('\n'))
    const detail = { ids: keys.map(idOf), again: keys.length, refused: {} }
    return { lines: [resultLine(keys.length, dryRun)], detail }
  }
  const known = oneOf(kind, '--kind', messageKinds)
  const bar = context.progress('Checking', null)
  const { again, refused, hasMore } = await retryKind(db, known, now, bar.step).finally(bar.end)
  const detail = { kind: known, again, refused: Object.fromEntries(refused), hasMore }
  return {
    lines: [
      resultLine(again, dryRun),
      ...[...refused].map(([reason, count]) => `Not sent again: ${count} (${reason})`),
      ...(hasMore ? ['There are more: run the command again.'] : []),
    ],
    detail,
  }
}

const resultLine = (count: number, dryRun: boolean): string =>
  dryRun
    ? `Messages that would be sent again: ${count}`
    : `Messages that the server sends again: ${count}. See \`messages list --state waiting\`.`

async function list(context: Context): Promise<Outcome> {
  const state = oneOf(textOption(context, 'state') ?? 'dead', '--state', messageStates)
  const all = context.db.selectFrom('message').where('state', '=', state)
  const total = await countOf(all)
  const rows = await all
    .select(['kind', 'subject', 'customer_id', 'attempts', 'reason', 'created_at', 'not_before'])
    .orderBy('not_before', 'desc')
    .limit(LIMIT)
    .execute()
  const messages = rows.map(row => ({
    id: idOf(row),
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
    idOf(row),
  ])
  return {
    lines:
      rows.length === 0
        ? [`No messages in the state ${state}.`]
        : [
            ...table(['since', 'kind', 'customer', 'attempts', 'reason', 'id'], cells),
            '',
            countLine(rows.length, total, `${state} messages`, 'only the newest are listed'),
          ],
    data: { state, total, messages },
    detail: { state },
  }
}
