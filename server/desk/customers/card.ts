import type { DeskAnswer } from '#contract/desk-calls.ts'
import { ticketNumberOf } from '#contract/ticket-number.ts'
import { customerSessions } from '#server/auth/customer-sessions.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { blockOf } from '#server/identity/block.ts'
import { fromE164 } from '#server/identity/phone.ts'
import type { CustomerRow } from '#server/identity/profile.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import type { Person } from '../people.ts'
import { notesAbout } from './notes.ts'
import type { Store } from './views.ts'
import { actionsAbout } from './views.ts'

/** Customers rarely have more. */
const MAX = { tickets: 100, messages: 100, actions: 100 }

export async function viewCustomer(
  store: Store,
  row: CustomerRow,
  { reader, now }: { readonly reader: Person; readonly now: number },
): Promise<DeskAnswer<'customer'>> {
  const { db } = store
  return {
    card: await cardOf(db, row),
    consents: await consentsOf(db, row.id),
    tickets: await ticketsOf(db, row.id),
    messages: await messagesOf(db, row.id),
    notes: await notesAbout(db, row.id, reader, now),
    sessions: await customerSessions(db, row.id, now),
    actions: await actionsAbout(store, row.id).limit(MAX.actions).execute(),
  }
}

async function cardOf(db: Db, row: CustomerRow): Promise<DeskAnswer<'customer'>['card']> {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    lineName: row.line_display_name,
    lineUserId: row.line_user_id,
    phone: row.phone === null ? null : fromE164(row.phone),
    email: row.email,
    birthDate: row.birth_date,
    address: await addressOf(db, row),
    joinedAt: row.created_at,
    leftAt: row.cancelled_at,
    status: row.status,
    blockedAt: (await blockOf(db, row.id))?.blocked_at ?? null,
  }
}

async function addressOf(db: Db, row: CustomerRow): Promise<string | null> {
  if (row.address_line === null) return null
  const name = async (table: 'subdistrict' | 'district' | 'province', id: number | null) =>
    id === null
      ? ''
      : ((await db.selectFrom(table).select('name_th').where('id', '=', id).executeTakeFirst())?.name_th ??
        '')
  const parts = [
    row.address_line,
    await name('subdistrict', row.subdistrict_id),
    await name('district', row.district_id),
    await name('province', row.province_id),
    row.postal_code ?? '',
  ]
  return parts.filter(part => part !== '').join(' ')
}

async function consentsOf(db: Db, customerId: string): Promise<DeskAnswer<'customer'>['consents']> {
  const rows = await db
    .selectFrom('consent')
    .select(['id', 'kind', 'version', 'granted', 'at'])
    .where('customer_id', '=', customerId)
    .orderBy('at', 'desc')
    .execute()
  return rows.map(row => ({ ...row, granted: row.granted === 1 }))
}

async function ticketsOf(db: Db, customerId: string): Promise<DeskAnswer<'customer'>['tickets']> {
  const { ticket_prefix: prefix } = await readCampaign(db)
  const own = () => db.selectFrom('ticket').where('customer_id', '=', customerId)
  const rows = await own()
    .select(['no', 'source', 'state', 'created_at'])
    .orderBy('no', 'desc')
    .limit(MAX.tickets)
    .execute()
  return {
    valid: await countOf(own().where('state', '=', 'valid')),
    void: await countOf(own().where('state', '=', 'void')),
    newest: rows.map(row => ({
      number: ticketNumberOf(prefix, row.no),
      source: row.source,
      isValid: row.state === 'valid',
      createdAt: row.created_at,
    })),
  }
}

const messagesOf = (db: Db, customerId: string): Promise<DeskAnswer<'customer'>['messages']> =>
  db
    .selectFrom('message')
    .select(['kind', 'state', 'reason', 'created_at as createdAt', 'settled_at as settledAt'])
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .limit(MAX.messages)
    .execute()
