import { canonicalJson } from '#server/hash.ts'
import { lockDatabase } from '#server/store/lock.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { type AuditHead, GENESIS, type KeptHead } from './head.ts'
import { createChainCheck, hashOf } from './row.ts'
import { type AuditTexts, firstChangedText, storeTexts } from './texts.ts'

type Entry = {
  readonly at: number
  readonly actor: string
  readonly action: string
  readonly detail: Readonly<Record<string, unknown>>
  /** Free text, stored separately so that it can be deleted. */
  readonly texts?: AuditTexts
}
type Row = Tables['audit']

/**
 * Appends an entry, whose hash covers the previous row, and returns the new head. Locks the database so that two
 * concurrent entries cannot follow the same row.
 */
export async function appendAudit(db: Db, entry: Entry): Promise<AuditHead> {
  await lockDatabase(db)
  const last = await auditHead(db)
  const seq = last.seq + 1
  const texts = entry.texts ? await storeTexts(db, seq, entry.texts) : {}
  const row = {
    seq,
    at: entry.at,
    actor: entry.actor,
    action: entry.action,
    detail: canonicalJson({ ...entry.detail, ...texts }),
    previous_hash: last.hash,
  }
  const hash = hashOf(row)
  await db
    .insertInto('audit')
    .values({ ...row, hash })
    .execute()
  return { seq: row.seq, hash }
}

export async function auditHead(db: Db): Promise<AuditHead> {
  const last = await db
    .selectFrom('audit')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? { seq: 0, hash: GENESIS }
}

/** A stored head that the log no longer contains. */
export type LostHead = { readonly head: KeptHead; readonly why: 'deleted' | 'rewritten' | 'missing' }

type Verified = {
  readonly rows: number
  /** Position of the first wrong row, or null. Erased texts are not an error. */
  readonly brokenAt: number | null
  readonly lost: readonly LostHead[]
}

const PAGE = 2000

/**
 * Checks the hash chain, and that the log still contains every stored head. Without a stored head, deleting the newest
 * entries would go unnoticed. `step` is called with the number of rows after each page.
 */
export async function verifyAudit(
  db: Db,
  step: (rows: number) => void = () => undefined,
  kept: readonly KeptHead[] = [],
): Promise<Verified> {
  const search = createSearch(kept)
  const chain = createChainCheck()
  for (;;) {
    const rows: Row[] = await db
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', chain.newest())
      .orderBy('seq')
      .limit(PAGE)
      .execute()
    for (const row of rows) {
      chain.see(row)
      search.see(row)
    }
    step(rows.length)
    if (rows.length < PAGE)
      return {
        rows: chain.count(),
        brokenAt: chain.brokenAt() ?? (await firstChangedText(db)),
        lost: search.lost(chain.newest()),
      }
  }
}

/** Reads the rows one by one, so that the log need not fit into memory. */
function createSearch(kept: readonly KeptHead[]) {
  const wanted = new Set(kept.map(head => head.hash))
  const seqs = new Map<string, number>([[GENESIS, 0]])
  return {
    see({ seq, hash }: Row) {
      if (wanted.has(hash)) seqs.set(hash, seq)
    },
    lost: (newest: number): LostHead[] =>
      kept.flatMap((head): LostHead[] => {
        const seq = seqs.get(head.hash)
        if (seq !== undefined && (head.seq === null || head.seq === seq)) return []
        if (head.seq === null) return [{ head, why: 'missing' }]
        return [{ head, why: head.seq > newest ? 'deleted' : 'rewritten' }]
      }),
  }
}
