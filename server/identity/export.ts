import { ticketNumberOf } from '#contract/ticket-number.ts'
import { isoOf } from '#contract/time.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { primaryKeys } from '#server/store/copy/tables.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import type { CustomerRow } from './profile.ts'

type OwnedTable = { [T in keyof Tables]: 'customer_id' extends keyof Tables[T] ? T : never }[keyof Tables]
type Cells = Readonly<Record<string, unknown>>

/**
 * All tables with rows of a customer, and the columns that an export leaves out: secrets that prove an identity, and
 * hashes of them. The compiler refuses a missing table.
 */
export const ownedTables: { readonly [T in OwnedTable]: readonly (keyof Tables[T] & string)[] } = {
  line_identity: [],
  block: [],
  phone_claim: [],
  consent: [],
  session: ['token_hash'],
  login_seen: ['token_hash'],
  idempotency: ['fingerprint', 'repeat_fingerprint'],
  answer: [],
  image: [],
  upload: [],
  receipt: [],
  receipt_image: [],
  receipt_claim: [],
  ticket: [],
  reward: ['qr_secret'],
  reward_use: [],
  draw_entry: [],
  draw_winner: [],
  log_state: [],
  log_page_view: [],
  message: ['retry_key'],
  message_preference: [],
}

/** What the draw decided about a customer. It is secret until the announcement, also from the customer. */
const RESULT: readonly string[] = ['draw_state', 'draw_rank']

/** File name of a photo in an export. */
export const photoFile = (sha256: string, contentType: string): string =>
  `photos/${sha256}.${contentType.replace('image/', '').replace('jpeg', 'jpg')}`

/**
 * Returns everything that the database has about a customer, as JSON for the customer: all rows of all tables, with the
 * names of stores, questions and places, and ISO times. Leaves out secrets and, before the announcement, the draw's result.
 */
export async function exportCustomer(db: Db, row: CustomerRow, now: number): Promise<Cells> {
  const campaign = await readCampaign(db)
  const announced = campaign.announced_at !== null && campaign.announced_at <= now
  const rows = new Map<string, Cells[]>()
  for (const table of Object.keys(ownedTables) as OwnedTable[]) {
    const hidden = ['customer_id', ...ownedTables[table], ...(announced ? [] : RESULT)]
    const isSecret = table === 'draw_winner' && !announced
    const own = isSecret ? [] : await rowsOf(db, table, row.id)
    rows.set(
      table,
      own.map(one => without(one, hidden)),
    )
  }
  const more = await namesFor(db, row, rows, campaign.ticket_prefix)
  return {
    format: 'campaign-customer/1',
    exportedAt: isoOf(now),
    drawAnnounced: announced,
    customer: shown({ ...row, ...more.places }),
    ...Object.fromEntries(
      [...rows].map(([table, own]) => [camelCase(table), own.map(one => shown(more.named(table, one)))]),
    ),
    organiserActions: await actionsOn(db, row.id),
  }
}

async function rowsOf(db: Db, table: OwnedTable, customerId: string): Promise<Cells[]> {
  const all = db.selectFrom(table as 'session').selectAll()
  let query = table === 'receipt_claim' ? claimsOf(db, customerId) : all.where('customer_id', '=', customerId)
  for (const column of primaryKeys[table]) query = query.orderBy(column as 'id')
  return query.execute()
}

/** Finds claims by their receipts, because claims have no index for customers. */
const claimsOf = (db: Db, customerId: string) =>
  db
    .selectFrom('receipt_claim' as 'session')
    .selectAll()
    .where(
      'receipt_id' as 'id',
      'in',
      db.selectFrom('receipt').select('id').where('customer_id', '=', customerId),
    )

const without = (row: Cells, columns: readonly string[]): Cells =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)))

/** Returns names for the ids in a customer's rows, so that a person can read the export without the campaign's lists. */
async function namesFor(
  db: Db,
  row: CustomerRow,
  rows: ReadonlyMap<string, readonly Cells[]>,
  ticketPrefix: string,
) {
  const stores = new Map(
    (await db.selectFrom('store').select(['id', 'name_th']).execute()).map(at => [at.id, at]),
  )
  const texts = await db.selectFrom('question').select(['id', 'text_th']).execute()
  const questions = new Map(texts.map(question => [question.id, question.text_th]))
  const contentTypes = new Map((rows.get('image') ?? []).map(image => [image.sha256, image.content_type]))
  const place = async (table: 'province' | 'district' | 'subdistrict', id: number | null) =>
    (
      await db
        .selectFrom(table)
        .select('name_th')
        .where('id', '=', id ?? 0)
        .executeTakeFirst()
    )?.name_th ?? null
  const fileOf = (sha256: unknown) => {
    const type = contentTypes.get(sha256)
    return type === undefined ? null : photoFile(String(sha256), String(type))
  }
  return {
    places: {
      province: await place('province', row.province_id),
      district: await place('district', row.district_id),
      subdistrict: await place('subdistrict', row.subdistrict_id),
    },
    named(table: string, one: Cells): Cells {
      const store =
        typeof one.store_id === 'number' ? { store: stores.get(one.store_id)?.name_th ?? null } : {}
      if (table === 'answer') return { ...one, question: questions.get(String(one.question_id)) ?? null }
      if (table === 'image' || table === 'receipt_image') return { ...one, file: fileOf(one.sha256) }
      if (table === 'ticket' && typeof one.no === 'number')
        return { ...one, number: ticketNumberOf(ticketPrefix, one.no) }
      return { ...one, ...store }
    },
  }
}

/** Returns the organiser's commands that named this customer, without the names of the staff. */
async function actionsOn(db: Db, customerId: string): Promise<Cells[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['at', 'action'])
    .where('detail', 'like', `%${customerId}%`)
    .orderBy('seq')
    .execute()
  return rows.map(shown)
}

const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Converts a row to JSON: camel case, ISO times, baht, and stored JSON as values. */
function shown(row: Cells): Cells {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (column === 'amount_satang') return ['amount', Number(value) / SATANG]
      if (/(^|_)(at|until)$|^confirm_by$/.test(column) && typeof value === 'number')
        return [camelCase(column), isoOf(value)]
      if (column === 'body' && typeof value === 'string') return ['body', parsedOrText(value)]
      return [camelCase(column), value]
    }),
  )
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
