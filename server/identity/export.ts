import { ticketNumberOf } from '#contract/ticket-number.ts'
import { isoOf } from '#contract/time.ts'
import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import { purchaseIn } from '#server/campaign/receipts/correction.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { chunksOf } from '#server/chunks.ts'
import { primaryKeys } from '#server/store/copy/tables.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { textFilesOf } from './export-texts.ts'
import type { CustomerRow } from './profile.ts'

type Consent = Tables['consent']
type OwnedTable = { [T in keyof Tables]: 'customer_id' extends keyof Tables[T] ? T : never }[keyof Tables]
type LineTable = {
  [T in keyof Tables]: 'line_user_id' extends keyof Tables[T]
    ? 'customer_id' extends keyof Tables[T]
      ? never
      : T
    : never
}[Exclude<keyof Tables, 'customer'>]
type Cells = Readonly<Record<string, unknown>>

/**
 * All tables with rows about a customer, and the columns to leave out: secrets that prove an identity, and their
 * hashes. A missing table is a type error.
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
  // Left out, because they would teach customers how to avoid suspicion.
  receipt: ['risk', 'risk_version', 'risk_codes'],
  receipt_image: [],
  receipt_claim: [],
  receipt_dispute: ['since', 'lost_approval'],
  review_decision: [
    'reviewer',
    'in_sample',
    'sampled_by',
    'outcome',
    'second_reviewer',
    'second_decision',
    'second_reason',
    'second_note',
    'second_corrected',
    'second_at',
    'resolved_by',
    'resolved_at',
    'resolution',
    'resolution_note',
  ],
  ticket: [],
  reward: ['qr_secret'],
  reward_use: [],
  hand_over: ['key', 'person_id'],
  customer_note: ['person_id'],
  draw_entry: [],
  draw_winner: [],
  prize_delivery: [],
  log_state: [],
  log_page_view: [],
  message: ['retry_key'],
  message_preference: [],
}

/** Like `ownedTables`, for tables with rows about a LINE user. */
export const lineTables: { readonly [T in LineTable]: readonly (keyof Tables[T] & string)[] } = {
  line_reach: [],
  line_hand_over: [],
  line_webhook_event: ['reply_token'],
}

/** Kept secret until the announcement, even from the customer. */
const RESULT: readonly string[] = ['draw_state', 'draw_rank']

export const photoFile = (sha256: string, contentType: string): string =>
  `photos/${sha256}.${contentType.replace('image/', '').replace('jpeg', 'jpg')}`

/**
 * Returns all data about a customer as JSON, including the names of stores, questions and places, but no secrets and,
 * before the announcement, not the draw's result.
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
  for (const table of Object.keys(lineTables) as LineTable[]) {
    const own = row.line_user_id === null ? [] : await rowsOfUser(db, table, row.line_user_id)
    rows.set(
      table,
      own.map(one => without(one, ['line_user_id', ...lineTables[table]])),
    )
  }
  const more = await namesFor(db, row, rows, campaign)
  return {
    format: 'campaign-customer/1',
    exportedAt: isoOf(now),
    drawAnnounced: announced,
    customer: shown({ ...row, ...more.places }),
    ...Object.fromEntries(
      [...rows].map(([table, own]) => [camelCase(table), own.map(one => shown(more.named(table, one)))]),
    ),
    organiserActions: await actionsOn(
      db,
      row.id,
      (rows.get('receipt') ?? []).map(one => String(one.id)),
    ),
  }
}

async function rowsOf(db: Db, table: OwnedTable, customerId: string): Promise<Cells[]> {
  const all = db.selectFrom(table as 'session').selectAll()
  let query = table === 'receipt_claim' ? claimsOf(db, customerId) : all.where('customer_id', '=', customerId)
  for (const column of primaryKeys[table]) query = query.orderBy(column as 'id')
  return query.execute()
}

const rowsOfUser = (db: Db, table: LineTable, lineUserId: string): Promise<Cells[]> =>
  db
    .selectFrom(table as 'line_reach')
    .selectAll()
    .where('line_user_id', '=', lineUserId)
    .execute()

/** Claims have no index by customer, so they are found through the customer's receipts. */
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

async function namesFor(
  db: Db,
  row: CustomerRow,
  rows: ReadonlyMap<string, readonly Cells[]>,
  campaign: Campaign,
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
        return { ...one, number: ticketNumberOf(campaign.ticket_prefix, one.no) }
      if (table === 'consent') return { ...one, textFiles: textFilesOf(campaign, one as Consent) }
      const { store_id: before } = purchaseIn(
        table === 'receipt' ? (one.corrected_from as string | null) : null,
      )
      const storeBefore =
        before === undefined ? {} : { storeBeforeCorrection: stores.get(before)?.name_th ?? null }
      return { ...one, ...store, ...storeBefore }
    },
  }
}

const IDS_PER_QUERY = 20

/** Returns the organiser's commands about this customer or their receipts, without the names of the staff. */
async function actionsOn(db: Db, customerId: string, receiptIds: readonly string[]): Promise<Cells[]> {
  const ids = [customerId, ...receiptIds]
  const found = new Map<number, Cells>()
  for (const some of chunksOf(ids, IDS_PER_QUERY)) {
    const rows = await db
      .selectFrom('audit')
      .select(['seq', 'at', 'action'])
      .where(eb => eb.or(some.map(id => eb('detail', 'like', `%${id}%`))))
      .execute()
    for (const { seq, at, action } of rows) found.set(seq, shown({ at, action }))
  }
  return [...found].toSorted(([a], [b]) => a - b).map(([, row]) => row)
}

const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

function shown(row: Cells): Cells {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (column === 'amount_satang') return ['amount', Number(value) / SATANG]
      if (/(^|_)(at|until)$|^confirm_by$|^not_before$/.test(column) && typeof value === 'number')
        return [camelCase(column), isoOf(value)]
      if (/^corrected(_from)?$/.test(column) && typeof value === 'string')
        return [camelCase(column), shown({ ...purchaseIn(value) })]
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
