import { sealedTickets } from '#server/draw/entries.ts'
import type { Db } from '#server/store/tables.ts'
import type { Cells } from './cell.ts'
import { column, type ExportColumn, phoneOf, width } from './export-table.ts'
import { PAGE } from './paginate.ts'

export type SlipRow = {
  /** If the list was sealed before tickets had numbers, this is the ticket's id. */
  readonly ticketNo: string
  readonly ticketId: string
  readonly first: string
  readonly last: string
  readonly phone: string
}

const slipNumber = column('เลขสิทธิ์', 'Ticket number', width.number)
/** `draw import` finds the drawn tickets in a column with one of these headings. */
export const ticketNoHeadings: readonly string[] = ['ticketNo', ...Object.values(slipNumber.head)]

export const slipColumns: readonly ExportColumn[] = [
  slipNumber,
  column('ชื่อ', 'First name', width.name),
  column('นามสกุล', 'Last name', width.name),
  column('เบอร์โทรศัพท์', 'Phone', width.number),
  column('รหัสสิทธิ์', 'Ticket id', width.id),
]

export async function* slipCells(rows: AsyncIterable<SlipRow>): AsyncGenerator<Cells> {
  for await (const { ticketNo, first, last, phone, ticketId } of rows)
    yield [ticketNo, first || null, last || null, phone || null, ticketId]
}

type Ticket = { readonly ticketNo: string; readonly ticketId: string; readonly customerId: string }

export async function* slipRows(db: Db, drawId: string): AsyncGenerator<SlipRow> {
  let page: Ticket[] = []
  for await (const { ticketNo: ticketId, number, customerId } of sealedTickets(db, drawId)) {
    page.push({ ticketNo: number ?? ticketId, ticketId, customerId })
    if (page.length < PAGE) continue
    yield* named(db, page)
    page = []
  }
  yield* named(db, page)
}

async function* named(db: Db, page: readonly Ticket[]): AsyncGenerator<SlipRow> {
  if (page.length === 0) return
  const ids = [...new Set(page.map(ticket => ticket.customerId))]
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'first_name', 'last_name', 'phone'])
    .where('id', 'in', ids)
    .execute()
  const customers = new Map(rows.map(row => [row.id, row]))
  for (const { ticketNo, ticketId, customerId } of page) {
    const row = customers.get(customerId)
    const phone = phoneOf(row?.phone ?? null) ?? ''
    yield { ticketNo, ticketId, first: row?.first_name ?? '', last: row?.last_name ?? '', phone }
  }
}
