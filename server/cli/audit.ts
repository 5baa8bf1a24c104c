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

/** Stored as the previous row's hash in the first row of the audit log. */
const GENESIS = '0'.repeat(64)

/**
 * Appends an entry to the audit log. Its hash covers the previous row. Locks the database, so that two
 * concurrent entries cannot follow the same row.
 */
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

/** Number of audit entries per query. */
const PAGE = 2000

/**
 * Checks the hash chain. `brokenAt`: position of the first row whose number or hashes are wrong; null if the
 * chain is intact. `step` is called with the number of rows after each page.
 */
export async function verifyAudit(
  db: Db,
  step: (rows: number) => void = () => undefined,
): Promise<{ rows: number; brokenAt: number | null }> {
  let count = 0
  let brokenAt: number | null = null
  let last: Row | undefined
  for (;;) {
    let page = db.selectFrom('audit').selectAll().orderBy('seq').limit(PAGE)
    if (last) page = page.where('seq', '>', last.seq)
    const rows: Row[] = await page.execute()
    for (const row of rows) {
      count += 1
      if (brokenAt === null && !follows(row, last)) brokenAt = count
      last = row
    }
    step(rows.length)
    if (rows.length < PAGE) return { rows: count, brokenAt }
  }
}

const follows = (row: Row, before: Row | undefined): boolean =>
  row.seq === (before?.seq ?? 0) + 1 &&
  row.previous_hash === (before?.hash ?? GENESIS) &&
  row.hash === hashOf(row)

const hashOf = ({ seq, at, actor, action, detail, previous_hash }: Omit<Row, 'hash'>): string =>
  sha256Hex(canonicalJson([seq, at, actor, action, detail, previous_hash]))
