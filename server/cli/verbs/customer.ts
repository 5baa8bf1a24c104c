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

const who = 'Named by their id, their phone number (0812345678) or their LINE user id (U…).'

/** One customer who writes or calls. */
export const customerVerbs: readonly Verb[] = [
  {
    name: 'customer show',
    usage: 'ID|PHONE|LINE-ID',
    summary: 'Show everything that is known of a customer.',
    help: [
      who,
      'This is also what is handed over when somebody asks for their data (PDPA section 30).',
      '',
      'Example: customer show 0812345678',
    ],
    args: { min: 1, max: 1 },
    run: show,
  },
  {
    name: 'customer erase',
    usage: 'ID|PHONE|LINE-ID',
    summary: 'Erase a customer’s personal data, as leaving the campaign does.',
    help: [
      who,
      'Name, phone, address, answers and photos are gone at once and cannot be brought back; every session ends, and',
      'tickets are void unless the draw’s list is sealed. A winner must decline the seat first.',
      '',
      'Example: customer erase 0812345678 --dry-run',
    ],
    args: { min: 1, max: 1 },
    dryRun: true,
    run: erase,
  },
]

async function found(db: Db, name: string): Promise<CustomerRow> {
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
  if (!row) throw new CliError(`${name}: there is no such customer`)
  return row
}

const counted = (db: Db, which: 'receipt' | 'answer' | 'image' | 'session', id: string) =>
  countOf(db.selectFrom(which).where('customer_id', '=', id))

async function show({ db, args }: Context): Promise<Outcome> {
  const row = await found(db, args[0] ?? '')
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
    receipts: await counted(db, 'receipt', row.id),
    tickets: await countTickets(db, row.id),
    answers: await counted(db, 'answer', row.id),
    photos: await counted(db, 'image', row.id),
    sessions: await counted(db, 'session', row.id),
    drawState: reward?.draw_state ?? null,
    drawRank: reward?.draw_rank ?? null,
    used: uses.map(use => `${use.reward_type} ${use.code} ${isoOf(use.used_at)}`),
  }
  return { lines: fieldTable(data), data, detail: { customerId: row.id } }
}

async function erase(context: Context): Promise<Outcome> {
  const { db, now, random } = context
  const row = await found(db, context.args[0] ?? '')
  if (row.status === 'cancelled') throw new CliError(`${row.id}: has left already, nothing personal is kept`)
  const photos = await counted(db, 'image', row.id)
  try {
    await cancelCustomer(db, row.id, { reason: 'OTHER' }, { now, random, key: null })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'DRAW_SEALED') throw error
    throw new CliError(`${row.id}: has won a seat and must decline it first`)
  }
  const data = { customerId: row.id, photos }
  return { lines: [`${row.id} is erased, with ${photos} photos.`], data, detail: data }
}
