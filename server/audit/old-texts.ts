import * as v from 'valibot'
import { canonicalJson } from '#server/hash.ts'
import { lockDatabase } from '#server/store/lock.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { appendAudit, auditHead } from './log.ts'
import { hashOf, MOVED, oldTexts } from './row.ts'
import { storeTexts } from './texts.ts'

type Row = Tables['audit']

/** Small pages, so that the server's calls do not wait long for the lock. */
const PAGE = 1000

/**
 * Moves free text from entries of earlier releases to `audit_text`, where it can be deleted. The entries keep their
 * chained hashes; a new entry records the hashes of the remaining content, which is the only change that `verifyAudit`
 * accepts. Returns the number of entries that had texts.
 */
export async function moveOldTexts(db: Db, now: number): Promise<number> {
  const { seq: newest } = await auditHead(db)
  let moved = 0
  for (let from = 0; from < newest; from += PAGE) {
    const found = await withOldTexts(db, from)
    if (found.length === 0) continue
    moved += await inTransaction(db, async trx => {
      // Another process may do the same concurrently.
      await lockDatabase(trx)
      return movePage(trx, await withOldTexts(trx, from), now)
    })
  }
  return moved
}

async function withOldTexts(db: Db, from: number): Promise<readonly Row[]> {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('seq', '>', from)
    .where('seq', '<=', from + PAGE)
    .where('action', 'in', Object.keys(oldTexts))
    .orderBy('seq')
    .execute()
  return rows.filter(row => Object.keys(split(row).values).length > 0)
}

function split({ action, detail }: Pick<Row, 'action' | 'detail'>) {
  const names: readonly string[] = oldTexts[action] ?? []
  const fields = Object.entries(JSON.parse(detail) as Record<string, unknown>)
  const isText = ([name, value]: [string, unknown]) => names.includes(name) && typeof value === 'string'
  return {
    values: Object.fromEntries(fields.filter(isText)) as Record<string, string>,
    rest: Object.fromEntries(fields.filter(field => !isText(field))),
  }
}

async function movePage(db: Db, rows: readonly Row[], now: number): Promise<number> {
  const entries: { seq: number; hash: string }[] = []
  for (const row of rows) {
    const { values, rest } = split(row)
    const about = await customersIn(db, rest)
    const left = await leftOf(db, about)
    const texts = left ? {} : await storeTexts(db, row.seq, { about, values })
    const detail = canonicalJson({ ...rest, ...texts })
    await db.updateTable('audit').set({ detail }).where('seq', '=', row.seq).execute()
    entries.push({ seq: row.seq, hash: hashOf({ ...row, detail }) })
  }
  if (entries.length > 0)
    await appendAudit(db, { at: now, actor: 'server', action: MOVED, detail: { entries } })
  return entries.length
}

const named = v.object({
  customerId: v.optional(v.string()),
  receipts: v.optional(v.array(v.union([v.string(), v.object({ id: v.string() })]))),
})

/** Finds the customers whom an entry mentions, either directly or through their receipts. */
async function customersIn(db: Db, detail: unknown): Promise<string[]> {
  const found = v.safeParse(named, detail)
  if (!found.success) return []
  const { customerId, receipts = [] } = found.output
  const ids = receipts.map(one => (typeof one === 'string' ? one : one.id))
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('receipt').select('customer_id').where('id', 'in', ids).execute()
  return [
    ...new Set([...(customerId === undefined ? [] : [customerId]), ...rows.map(row => row.customer_id)]),
  ]
}

async function leftOf(db: Db, customerIds: readonly string[]): Promise<boolean> {
  if (customerIds.length === 0) return false
  const left = await db
    .selectFrom('customer')
    .select('id')
    .where('id', 'in', [...customerIds])
    .where('status', '=', 'cancelled')
    .limit(1)
    .executeTakeFirst()
  return left !== undefined
}
