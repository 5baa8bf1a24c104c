import { SESSION_IDLE_MS } from '#contract/limits.ts'
import { isoOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { CUSTOMER_USAGE, findCustomer, identifierHelp } from '#server/cli/find-customer.ts'
import { table } from '#server/cli/table.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import type { Tables } from '#server/store/tables.ts'

/** Verbs about the sessions in which customers are signed in. */
export const sessionVerbs: readonly Verb[] = [
  {
    name: 'sessions list',
    usage: CUSTOMER_USAGE,
    summary: 'List a customer’s sessions, newest first.',
    help: [
      identifierHelp,
      '"reused" is the number of sessions that were opened with the same LINE token. More than a few are a sign that the',
      'token was copied. Ended sessions are listed until retention deletes them.',
      '',
      'Example: sessions list 0812345678',
    ],
    args: { min: 1, max: 1 },
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
    options: { everyone: { type: 'boolean' } },
    args: { min: 0, max: 2 },
    dryRun: true,
    run: end,
  },
]

async function list({ db, args, now }: Context): Promise<Outcome> {
  const { id: customerId } = await findCustomer(db, args[0] ?? '')
  const sessions = await db
    .selectFrom('session')
    .leftJoin('login_seen', 'login_seen.session_id', 'session.id')
    .select(['session.id', 'created_at', 'used_at', 'expires_at', 'revoked_at', 'login_seen.token_hash'])
    .where('session.customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('session.id', 'desc')
    .execute()
  const usesOf = (hash: string | null) =>
    hash === null ? 1 : sessions.filter(other => other.token_hash === hash).length
  const data = sessions.map(session => ({
    id: session.id,
    state: stateOf(session, now),
    createdAt: isoOf(session.created_at),
    usedAt: isoOf(session.used_at),
    reused: usesOf(session.token_hash),
  }))
  const rows = sessions.map((session, index) => [
    session.id,
    stateOf(session, now),
    bangkokTime(session.created_at),
    bangkokTime(session.used_at),
    String(data[index]?.reused ?? 1),
  ])
  return {
    lines: table(['session', 'state', 'created', 'used', 'reused'], rows),
    data,
    detail: { customerId, sessions: data.length },
  }
}

type Dated = Pick<Tables['session'], 'revoked_at' | 'expires_at' | 'used_at'>

function stateOf({ revoked_at, expires_at, used_at }: Dated, now: number): 'live' | 'ended' | 'expired' {
  if (revoked_at !== null) return 'ended'
  return now >= expires_at || now >= used_at + SESSION_IDLE_MS ? 'expired' : 'live'
}

async function end({ db, args, options, now, dryRun }: Context): Promise<Outcome> {
  const [name, session] = args
  const everyone = options.everyone === true
  if (everyone === (name !== undefined))
    throw new CliError('sessions end: needs either a customer or --everyone')
  const customerId = name === undefined ? null : (await findCustomer(db, name)).id
  let query = db.updateTable('session').set({ revoked_at: now }).where('revoked_at', 'is', null)
  if (customerId !== null) query = query.where('customer_id', '=', customerId)
  if (session !== undefined) query = query.where('id', '=', session)
  const ended = Number((await query.executeTakeFirst()).numUpdatedRows)
  if (session !== undefined && ended === 0)
    throw new CliError(`SESSION: the customer has no session "${session}" that could be ended`)
  const data = { customerId, ...(session === undefined ? {} : { session }), ended }
  return { lines: [`${dryRun ? 'Would end' : 'Ended'} ${ended} sessions.`], data, detail: data }
}
