import { isoOf } from '#contract/time.ts'
import { customerNamed } from '#server/action.ts'
import { customerSessions } from '#server/auth/customer-sessions.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { runAction } from '#server/cli/action-verb.ts'
import { CUSTOMER_USAGE, identifierHelp } from '#server/cli/options.ts'
import { table } from '#server/cli/table.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'

export const sessionVerbs: readonly Verb[] = [
  {
    name: 'sessions list',
    usage: CUSTOMER_USAGE,
    summary: 'List a customer’s sessions, newest first.',
    help: [
      identifierHelp,
      '"reused" is the number of sessions that were opened with the same LINE token. More than a few indicate that the',
      'token was copied. Ended sessions are listed until retention deletes them.',
      '',
      'Example: sessions list 0812345678',
    ],
    run: list,
  },
  {
    name: 'sessions end',
    usage: `[${CUSTOMER_USAGE} [SESSION]] [--everyone]`,
    summary: 'End one session of a customer, all of them, or the sessions of everyone.',
    help: [
      `${identifierHelp} SESSION is an id from \`sessions list\`. Without it, all sessions of the customer end.`,
      'With --everyone and without a customer, all customers are signed out: use this if session tokens may have leaked.',
      'The app signs in again through LINE; unsent jobs stay on the phone.',
      '',
      'Example: sessions end 0812345678 --dry-run',
    ],
    dryRun: true,
    run: end,
  },
]

async function list({ db, args, now }: Context): Promise<Outcome> {
  const { id: customerId } = await customerNamed(db, args[0] ?? '')
  const sessions = await customerSessions(db, customerId, now)
  const data = sessions.map(({ id, state, createdAt, usedAt, reused }) => ({
    id,
    state,
    createdAt: isoOf(createdAt),
    usedAt: isoOf(usedAt),
    reused,
  }))
  const rows = sessions.map(({ id, state, createdAt, usedAt, reused }) => [
    id,
    state,
    bangkokTime(createdAt),
    bangkokTime(usedAt),
    String(reused),
  ])
  return {
    lines: [
      ...table(['session', 'state', 'created', 'used', 'reused'], rows),
      '',
      `${data.length} sessions, ${data.filter(one => one.state === 'live').length} live`,
    ],
    data,
    detail: { customerId, sessions: data.length },
  }
}

async function end(context: Context): Promise<Outcome> {
  const { args, options, dryRun, progress } = context
  const [name, session] = args
  if ((options.everyone === true) === (name !== undefined))
    throw new CliError('sessions end: needs either a customer or --everyone')
  const line = (ended: number) => `${dryRun ? 'Would end' : 'Ended'} ${ended} sessions.`
  const bar = progress('Ending sessions', null)
  if (name === undefined) {
    const detail = { customerId: null, ended: await endAll(context, bar.step).finally(bar.end) }
    return { lines: [line(detail.ended)], detail }
  }
  const which = { id: name, ...(session === undefined ? {} : { sessionId: session }) }
  const { answer, detail } = await runAction('endCustomerSessions', context, which).finally(bar.end)
  const { customerId } = detail
  const data = { customerId, ...(session === undefined ? {} : { session }), ...answer }
  return { lines: [line(answer.ended)], data, detail }
}

/** Small enough that the progress bar visibly moves. */
const BATCH = 5000

async function endAll({ db, now }: Context, step: (sessions: number) => void): Promise<number> {
  const open = db.selectFrom('session').select('id').where('revoked_at', 'is', null).orderBy('id').limit(1)
  const update = db.updateTable('session').set({ revoked_at: now }).where('revoked_at', 'is', null)
  let ended = 0
  for (let last = ''; ; ) {
    const end = await open
      .where('id', '>', last)
      .offset(BATCH - 1)
      .executeTakeFirst()
    const batch = end === undefined ? update : update.where('id', '<=', end.id)
    const { numUpdatedRows } = await batch.where('id', '>', last).executeTakeFirst()
    ended += Number(numUpdatedRows)
    step(Number(numUpdatedRows))
    if (end === undefined) return ended
    last = end.id
  }
}
