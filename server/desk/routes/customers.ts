import type { DeskAnswer } from '#contract/desk-calls.ts'
import { customerNamed } from '#server/action.ts'
import { receiptRows, showReceipts } from '#server/campaign/receipts/read.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { ticketsOf } from '#server/campaign/tickets.ts'
import type { CustomerRow } from '#server/identity/profile.ts'
import type { Db } from '#server/store/tables.ts'
import { viewCustomer } from '../customers/card.ts'
import { findCustomers } from '../customers/find.ts'
import { addNote, deleteNote } from '../customers/notes.ts'
import { timelineOf } from '../customers/timeline.ts'
import { recordView } from '../customers/views.ts'
import type { DeskHandlers, ReceivedDeskCall } from '../handler.ts'

export const customersHandlers = {
  findCustomers: async ({ db, deps, body }) => findCustomers({ db, dialect: deps.dialect }, body.text),

  customer: async call => {
    const row = await opened(call)
    const { db, deps, now, caller } = call
    return viewCustomer({ db, dialect: deps.dialect }, row, { reader: caller.person, now })
  },

  customerReceipts: async call => {
    return receiptsOf(call.db, (await opened(call)).id, call.query.after)
  },

  customerTimeline: async call => {
    return timelineOf(call.db, await opened(call), call.query.after)
  },

  addNote,
  deleteNote,
} satisfies Partial<DeskHandlers>

type Opening = Pick<ReceivedDeskCall<'customer'>, 'db' | 'deps' | 'now' | 'params' | 'caller'>

async function opened(call: Opening): Promise<CustomerRow> {
  const row = await customerNamed(call.db, call.params.id)
  await recordView(call, row.id)
  return row
}

const PAGE = 10

type Receipts = DeskAnswer<'customerReceipts'>

/** Returns one page of a customer's receipts, newest first. `after` is the `next` of the previous page. */
async function receiptsOf(db: Db, customerId: string, after: string | undefined): Promise<Receipts> {
  const place = after === undefined ? null : placeOf(after)
  const rows = await receiptRows(db, customerId, { place, limit: PAGE })
  const page = rows.slice(0, PAGE)
  const shown = await showReceipts(db, page)
  const tickets = await ticketsOf(
    db,
    'receipt',
    page.map(row => row.id),
  )
  const last = page.at(-1)
  return {
    receipts: page.map((row, index) => ({
      id: row.id,
      storeName: shown[index]?.storeName ?? '',
      storeNameEn: shown[index]?.storeNameEn ?? null,
      receiptNo: row.receipt_no,
      amount: row.amount_satang / SATANG,
      status: row.status,
      rejectReason: row.reject_reason,
      rejectNote: row.reject_note,
      purchasedAt: row.purchased_at,
      createdAt: row.created_at,
      reviewedAt: row.reviewed_at,
      tickets: tickets.get(row.id) ?? 0,
      photos: shown[index]?.images.length ?? 0,
    })),
    next: rows.length > PAGE && last ? `${last.created_at}-${last.id}` : null,
  }
}

function placeOf(after: string): { readonly at: number; readonly id: string } {
  const end = after.indexOf('-')
  return { at: Number(after.slice(0, end)), id: after.slice(end + 1) }
}
