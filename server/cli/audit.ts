import { canonicalJson, sha256Hex } from '#server/hash.ts'
import { lockDatabase } from '#server/store/lock.ts'
import type { Db, Tables } from '#server/store/tables.ts'

type Entry = {
  readonly at: number
  readonly actor: string
  readonly action: string
  readonly detail: unknown
}
type Row = Tables['audit']

/** What stands before the first row's hash. */
const GENESIS = '0'.repeat(64)

/** Appends what the organiser did; its hash covers the row before it. Two at once cannot both follow one row. */
export async function appendAudit(db: Db, entry: Entry): Promise<void> {
  await lockDatabase(db)
  const last = await db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst()
  const row = {
    seq: (last?.seq ?? 0) + 1,
    at: entry.at,
    actor: entry.actor,
    action: entry.action,
    detail: canonicalJson(entry.detail),
    previous_hash: last?.hash ?? GENESIS,
  }
  await db
    .insertInto('audit')
    .values({ ...row, hash: hashOf(row) })
    .execute()
}

/** The number of rows, or the first one that does not follow from the row before it. */
export async function verifyAudit(db: Db): Promise<{ rows: number; brokenAt: number | null }> {
  const rows = await db.selectFrom('audit').selectAll().orderBy('seq').execute()
  const broken = rows.findIndex((row, index) => !follows(row, rows[index - 1]))
  return { rows: rows.length, brokenAt: broken < 0 ? null : broken + 1 }
}

const follows = (row: Row, before: Row | undefined): boolean =>
  row.seq === (before?.seq ?? 0) + 1 &&
  row.previous_hash === (before?.hash ?? GENESIS) &&
  row.hash === hashOf(row)

const hashOf = ({ seq, at, actor, action, detail, previous_hash }: Omit<Row, 'hash'>): string =>
  sha256Hex(canonicalJson([seq, at, actor, action, detail, previous_hash]))
