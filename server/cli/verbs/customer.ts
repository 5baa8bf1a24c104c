import { isoOf } from '#contract/time.ts'
import { countTickets } from '#server/campaign/rights.ts'
import { fieldTable } from '#server/cli/fields.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { ApiError } from '#server/errors.ts'
import { cancelCustomer } from '#server/identity/cancel.ts'
import { toE164 } from '#server/identity/phone.ts'
import type { CustomerRow } from '#server/identity/profile.ts'
import { viewCustomer } from '#server/identity/view.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'

const identifierHelp = 'Give the customer’s id, phone number (0812345678) or LINE user id (U…).'

/** Verbs about one customer. */
export const customerVerbs: readonly Verb[] = [
  {
    name: 'customer show',
    usage: 'ID|PHONE|LINE-ID',
    summary: 'Show all data stored about a customer.',
    help: [
      identifierHelp,
      'Use this to answer a request for access to personal data (PDPA section 30).',
      '',
      'Example: customer show 0812345678',
    ],
    args: { min: 1, max: 1 },
    run: show,
  },
  {
    name: 'customer erase',
    usage: 'ID|PHONE|LINE-ID',
    summary: 'Erase a customer’s personal data, as when the customer leaves the campaign.',
    help: [
      identifierHelp,
      'Permanently deletes name, phone, address, answers and photos, ends every session, and voids the tickets unless the',
      'draw’s list is sealed. A winner must decline the seat first.',
      '',
      'Example: customer erase 0812345678 --dry-run',
    ],
    args: { min: 1, max: 1 },
    dryRun: true,
    run: erase,
  },
]

async function findCustomer(db: Db, name: string): Promise<CustomerRow> {
  const all = db.selectFrom('customer').selectAll('customer')
  const query = /^0\d{9}$/.test(name)
    ? all
        .innerJoin('phone_claim', 'phone_claim.customer_id', 'customer.id')
        .where('phone_claim.phone', '=', toE164(name))
    : /^U[0-9a-f]{32}$/.test(name)
      ? all
          .innerJoin('line_identity', 'line_identity.customer_id', 'customer.id')
          .where('line_identity.line_user_id', '=', name)
      : all.where('customer.id', '=', name)
  const row = await query.executeTakeFirst()
  if (!row) throw new CliError(`${name}: no such customer`)
  return row
}

const countRows = (db: Db, which: 'receipt' | 'answer' | 'image' | 'session', id: string) =>
  countOf(db.selectFrom(which).where('customer_id', '=', id))

async function show({ db, args }: Context): Promise<Outcome> {
  const row = await findCustomer(db, args[0] ?? '')
  const customer = await viewCustomer(db, row)
  const reward = await db
    .selectFrom('reward')
    .select(['draw_state', 'draw_rank'])
    .where('customer_id', '=', row.id)
    .executeTakeFirst()
  const uses = await db.selectFrom('reward_use').selectAll().where('customer_id', '=', row.id).execute()
  const data = {
    ...customer,
    cancelledAt: row.cancelled_at === null ? null : isoOf(row.cancelled_at),
    receipts: await countRows(db, 'receipt', row.id),
    tickets: await countTickets(db, row.id),
    answers: await countRows(db, 'answer', row.id),
    photos: await countRows(db, 'image', row.id),
    sessions: await countRows(db, 'session', row.id),
    drawState: reward?.draw_state ?? null,
    drawRank: reward?.draw_rank ?? null,
    used: uses.map(use => `${use.reward_type} ${use.code} ${isoOf(use.used_at)}`),
  }
  return { lines: fieldTable(data), data, detail: { customerId: row.id } }
}

async function erase(context: Context): Promise<Outcome> {
  const { db, now, random } = context
  const row = await findCustomer(db, context.args[0] ?? '')
  if (row.status === 'cancelled')
    throw new CliError(`${row.id}: the customer has already left and has no personal data`)
  const photos = await countRows(db, 'image', row.id)
  try {
    await cancelCustomer(db, row.id, { reason: 'OTHER' }, { now, random, key: null })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'DRAW_SEALED') throw error
    throw new CliError(`${row.id}: the customer has won a seat and must decline it first`)
  }
  const data = { customerId: row.id, photos }
  return { lines: [`Erased ${row.id} and ${photos} photos.`], data, detail: data }
}
