import { isoOf } from '#contract/time.ts'
import { customerSessions } from '#server/auth/customer-sessions.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { CUSTOMER_USAGE, findCustomer, identifierHelp } from '#server/cli/find-customer.ts'
import { table } from '#server/cli/table.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import type { Db } from '#server/store/tables.ts'

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

async function end({ db, args, options, now, dryRun, progress }: Context): Promise<Outcome> {
  const [name, session] = args
  const everyone = options.everyone === true
  if (everyone === (name !== undefined))
    throw new CliError('sessions end: needs either a customer or --everyone')
  const customerId = name === undefined ? null : (await findCustomer(db, name)).id
  const bar = progress('Ending sessions', null)
  const ended = await endSessions(db, { customerId, session }, now, bar.step).finally(bar.end)
  if (session !== undefined && ended === 0)
    throw new CliError(`SESSION: the customer has no session "${session}" that could be ended`)
  const data = { customerId, ...(session === undefined ? {} : { session }), ended }
  return { lines: [`${dryRun ? 'Would end' : 'Ended'} ${ended} sessions.`], data, detail: data }
}

/** Small enough that the progress bar visibly moves. */
const BATCH = 5000

type Which = { readonly customerId: string | null; readonly session: string | undefined }

async function endSessions(
  db: Db,
  { customerId, session }: Which,
  now: number,
  step: (sessions: number) => void,
): Promise<number> {
  let open = db.selectFrom('session').select('id').where('revoked_at', 'is', null).orderBy('id').limit(1)
  let update = db.updateTable('session').set({ revoked_at: now }).where('revoked_at', 'is', null)
  if (customerId !== null) {
    open = open.where('customer_id', '=', customerId)
    update = update.where('customer_id', '=', customerId)
  }
  if (session !== undefined) {
    open = open.where('id', '=', session)
    update = update.where('id', '=', session)
  }
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
