import { type RawBuilder, sql } from 'kysely'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { normaliseReceiptNo } from '#contract/rules.ts'
import { findCustomer } from '#server/identity/find-customer.ts'
import type { CustomerRow } from '#server/identity/profile.ts'
import type { Db } from '#server/store/tables.ts'
import type { Store } from './views.ts'

/** Customers per search. Staff narrow down a longer result by typing more of the name. */
const LIMIT = 20
const NAME_MIN = 2
/** Maximum number of words in a first name when searching for a full name. */
const FIRST_NAME_WORDS = 3
/** A character that sorts after all characters in names. */
const LAST = '\u{10FFFF}'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Finds customers by id, receipt id, phone number or its last four digits, LINE user id, receipt number or name prefix.
 * Each search reads at most `LIMIT` + 1 index entries, except that a name with four digits reads all customers with
 * these digits.
 */
export async function findCustomers(store: Store, text: string): Promise<DeskAnswer<'findCustomers'>> {
  const rows = new Map((await customersOf(store, text)).map(row => [row.id, row]))
  const shown = [...rows.values()].slice(0, LIMIT)
  const ids = shown.map(row => row.id)
  const blocks = ids.length === 0 ? [] : await blocksOf(store.db, ids)
  const blocked = new Set(blocks.map(row => row.customer_id))
  return {
    customers: shown.map(row => ({
      id: row.id,
      name: nameOf(row),
      phoneEnd: row.phone === null ? '' : row.phone.slice(-4),
      status: row.status,
      isBlocked: blocked.has(row.id),
      joinedAt: row.created_at,
    })),
    more: rows.size > LIMIT,
  }
}

/** Returns the LINE display name if the customer has not registered yet. */
const nameOf = (row: Pick<CustomerRow, 'first_name' | 'last_name' | 'line_display_name'>): string =>
  row.first_name === null ? (row.line_display_name ?? '') : `${row.first_name} ${row.last_name ?? ''}`.trim()

const blocksOf = (db: Db, ids: readonly string[]) =>
  db.selectFrom('block').select('customer_id').where('customer_id', 'in', ids).execute()

async function customersOf(store: Store, typed: string): Promise<CustomerRow[]> {
  const { db } = store
  const text = asStored(typed)
  const phone = phoneIn(text)
  // A receipt number can have as many digits as a phone number.
  if (phone !== null) return [...one(await findCustomer(db, phone)), ...(await byReceiptNo(db, text))]
  if (/^U[0-9a-f]{32}$/.test(text)) return one(await findCustomer(db, text))
  const [, name, end] = /^(?:(.+) )?(\d{4})$/.exec(text) ?? []
  if (end !== undefined)
    return [...(await byPhoneEnd(store, end, name ?? '')), ...(await byReceiptNo(db, text))]
  const id = text.toLowerCase()
  if (uuid.test(id)) return one((await findCustomer(db, id)) ?? (await ownerOf(db, id)))
  return [...(await byReceiptNo(db, text)), ...(await byName(store, text))]
}

const THAI_ZERO = '๐'.charCodeAt(0)

/**
 * Converts typed text to the stored form: Arabic instead of Thai digits, sara am (ำ) as one character instead of two,
 * and single spaces.
 */
const asStored = (text: string): string =>
  text
    .replace(/[๐-๙]/g, digit => String(digit.charCodeAt(0) - THAI_ZERO))
    .replace(/\u0e4d([\u0e48-\u0e4b]?)\u0e32/g, '$1\u0e33')
    .replace(/\s+/g, ' ')

/** Returns a phone number in the form `0812345678`; null if the text is not a phone number. */
function phoneIn(text: string): string | null {
  if (!/^[\d\s+().\p{Pd}]+$/u.test(text)) return null
  const digits = text.replace(/\D/g, '').replace(/^(?:00)?660?(?=\d{9}$)/, '0')
  return /^0\d{9}$/.test(digits) ? digits : null
}

const one = (row: CustomerRow | undefined): CustomerRow[] => (row ? [row] : [])

async function ownerOf(db: Db, receiptId: string): Promise<CustomerRow | undefined> {
  const found = await db
    .selectFrom('receipt')
    .select('customer_id')
    .where('id', '=', receiptId)
    .executeTakeFirst()
  return found && findCustomer(db, found.customer_id)
}

async function byReceiptNo(db: Db, text: string): Promise<CustomerRow[]> {
  const normalised = normaliseReceiptNo(text)
  if (!/\d/.test(normalised)) return []
  const typed = await db
    .selectFrom('receipt')
    .select('customer_id')
    .where('receipt_no', 'in', [...new Set([text, text.toUpperCase(), normalised])])
    .limit(LIMIT + 1)
    .execute()
  const claimed = await db
    .selectFrom('receipt_claim')
    .select('customer_id')
    .where('receipt_no', '=', normalised)
    .limit(LIMIT + 1)
    .execute()
  const ids = [...new Set([...typed, ...claimed].map(row => row.customer_id))].slice(0, LIMIT + 1)
  if (ids.length === 0) return []
  return db.selectFrom('customer').selectAll().where('id', 'in', ids).orderBy('id').execute()
}

/** Finds people by the last four digits of their phone number and the beginning of their first, last or full name. */
async function byPhoneEnd({ db, dialect }: Store, end: string, name: string): Promise<CustomerRow[]> {
  const phoneEnd = dialect === 'postgres' ? sql<string>`right(phone, 4)` : sql<string>`substr(phone, -4)`
  const begins = (text: RawBuilder<string>) =>
    sql<boolean>`substr(lower(${text}), 1, length(lower(${name}))) = lower(${name})`
  return db
    .selectFrom('customer')
    .selectAll()
    .where(phoneEnd, '=', end)
    .where(eb =>
      eb.or([
        begins(sql`first_name`),
        begins(sql`last_name`),
        begins(sql`first_name || ' ' || coalesce(last_name, '')`),
      ]),
    )
    .orderBy('id')
    .limit(LIMIT + 1)
    .execute()
}

/**
 * Finds names that begin with the text: the first name, the last name, or a complete first name plus a prefix of the
 * last name. Both can have several words (ณ อยุธยา), so the last name may begin after any of the first spaces.
 */
async function byName({ db, dialect }: Store, text: string): Promise<CustomerRow[]> {
  if (text.length < NAME_MIN) return []
  const folded = (column: 'first_name' | 'last_name') =>
    dialect === 'postgres'
      ? sql<string>`lower(${sql.ref(column)}) collate "C"`
      : sql<string>`lower(${sql.ref(column)})`
  const lower = (words: string) => sql<string>`lower(${words})`
  const above = (words: string) => sql<string>`lower(${words}) || ${LAST}`
  const [firstName, lastName] = [folded('first_name'), folded('last_name')]
  const all = db
    .selectFrom('customer')
    .selectAll()
    .limit(LIMIT + 1)
  const byFirst = all.where(firstName, '>=', lower(text)).where(firstName, '<', above(text))
  const byLast = all.where(lastName, '>=', lower(text)).where(lastName, '<', above(text))
  const found = [
    ...(await byFirst.orderBy(firstName).orderBy(lastName).orderBy('id').execute()),
    ...(await byLast.orderBy(lastName).orderBy(firstName).orderBy('id').execute()),
  ]
  const words = text.split(' ')
  for (let count = 1; count < words.length && count <= FIRST_NAME_WORDS; count += 1) {
    const [first, last] = [words.slice(0, count).join(' '), words.slice(count).join(' ')]
    const byBoth = all
      .where(firstName, '=', lower(first))
      .where(lastName, '>=', lower(last))
      .where(lastName, '<', above(last))
    found.push(...(await byBoth.orderBy(lastName).orderBy('id').execute()))
  }
  return found
}
