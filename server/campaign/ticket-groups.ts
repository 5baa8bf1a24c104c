import type { TicketGroup } from '#contract/schema/ticket.ts'
import { ticketNumberOf } from '#contract/ticket-number.ts'
import { isoOf } from '#contract/time.ts'
import type { ListPlace } from '#server/http/paging.ts'
import type { Db, Tables } from '#server/store/tables.ts'

export type TicketGroupRow = Awaited<ReturnType<typeof ticketGroupRows>>[number]

/** Returns the tickets grouped by source, newest first, with one extra row if there is a next page. */
export async function ticketGroupRows(
  db: Db,
  customerId: string,
  { place, limit }: { place: ListPlace | null; limit: number },
) {
  let groups = db
    .selectFrom('ticket')
    .select(['source', 'source_id', eb => eb.fn.min('created_at').as('at')])
    .where('customer_id', '=', customerId)
    .groupBy(['source', 'source_id'])
    .orderBy('at', 'desc')
    .orderBy('source_id', 'desc')
    .limit(limit + 1)
  if (place) {
    groups = groups.having(eb =>
      eb(eb.tuple(eb.fn.min('created_at'), eb.ref('source_id')), '<', eb.tuple(place.at, place.id)),
    )
  }
  return groups.execute()
}

export async function showTicketGroups(
  db: Db,
  prefix: string,
  rows: readonly TicketGroupRow[],
): Promise<TicketGroup[]> {
  if (rows.length === 0) return []
  const ids = rows.map(row => row.source_id)
  const tickets = await db
    .selectFrom('ticket')
    .select(['source', 'source_id', 'no', 'state'])
    .where('source', 'in', [...new Set(rows.map(row => row.source))])
    .where('source_id', 'in', ids)
    .orderBy('no')
    .execute()
  const receipts = await receiptsOf(db, ids)
  const questions = await questionsOf(db, ids)
  return rows.map(row => {
    const own = tickets.filter(one => one.source === row.source && one.source_id === row.source_id)
    const valid = own.filter(one => one.state === 'valid')
    const receipt = receipts.get(row.source_id)
    const question = questions.get(row.source_id)
    return {
      id: row.source_id,
      source: row.source,
      state: valid.length > 0 ? 'valid' : 'void',
      numbers: (valid.length > 0 ? valid : own).map(one => ticketNumberOf(prefix, one.no)),
      at: isoOf(row.at),
      storeName: receipt?.name_th ?? null,
      storeNameEn: receipt?.name_en ?? null,
      receiptNo: receipt?.receipt_no ?? null,
      questionTextTh: question?.text_th ?? null,
      questionTextEn: question?.text_en ?? null,
      note: valid.length > 0 ? null : noteOf(receipt),
    }
  })
}

const noteOf = (receipt: Pick<Tables['receipt'], 'status' | 'reject_note'> | undefined): string | null =>
  receipt?.status === 'void' ? receipt.reject_note || null : null

async function receiptsOf(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('receipt')
    .leftJoin('store', 'store.id', 'receipt.store_id')
    .select(['receipt.id', 'receipt.receipt_no', 'receipt.status', 'receipt.reject_note'])
    .select(['store.name_th', 'store.name_en'])
    .where('receipt.id', 'in', ids)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

async function questionsOf(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('answer')
    .innerJoin('question', 'question.id', 'answer.question_id')
    .select(['answer.id', 'question.text_th', 'question.text_en'])
    .where('answer.id', 'in', ids)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}
