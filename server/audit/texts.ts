import { randomBytes } from 'node:crypto'
import { canonicalJson, sha256Hex } from '#server/hash.ts'
import type { Db, Tables } from '#server/store/tables.ts'

/**
 * Free text typed for an audit entry, such as the reason for a block, keyed by name. It can contain anything, so the
 * entry contains only a salted hash, and the text is deleted with the data of the customers in `about`.
 */
export type AuditTexts = {
  readonly about: readonly string[]
  readonly values: Readonly<Record<string, string | null>>
}

const SALT_BYTES = 16

const hashOf = ({ salt, texts }: Pick<Tables['audit_text'], 'salt' | 'texts'>): string =>
  sha256Hex(canonicalJson([salt, texts]))

/** Stores the texts and returns their hash for the entry's detail, or an empty object if there are no texts. */
export async function storeTexts(
  db: Db,
  seq: number,
  { about, values }: AuditTexts,
): Promise<{ readonly texts?: string }> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => (value ?? '') !== ''))
  if (Object.keys(given).length === 0) return {}
  const row = { salt: randomBytes(SALT_BYTES).toString('hex'), texts: canonicalJson(given) }
  const customers = about.length === 0 ? [''] : [...new Set(about)]
  await db
    .insertInto('audit_text')
    .values(customers.map(customer => ({ seq, about: customer, ...row })))
    .execute()
  return { texts: hashOf(row) }
}

/** Deletes the texts about these customers. The entries and their hash chain do not change. */
export async function deleteTextsAbout(db: Db, customerIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('audit_text')
    .where('seq', 'in', eb =>
      eb
        .selectFrom('audit_text')
        .select('seq')
        .where('about', 'in', [...customerIds]),
    )
    .execute()
}

type Entry = Pick<Tables['audit'], 'seq' | 'detail'>

/** Returns the entries with their texts in readable form, or with `erased` if the texts were deleted. */
export async function withTexts<E extends Entry>(db: Db, entries: readonly E[]): Promise<readonly E[]> {
  if (entries.length === 0) return entries
  const rows = await db
    .selectFrom('audit_text')
    .select(['seq', 'texts'])
    .where(
      'seq',
      'in',
      entries.map(({ seq }) => seq),
    )
    .execute()
  const texts = new Map(rows.map(row => [row.seq, row.texts]))
  return entries.map(entry => {
    const detail: unknown = JSON.parse(entry.detail)
    if (textHashIn(detail) === null) return entry
    const found = texts.get(entry.seq)
    const shown = found === undefined ? { texts: 'erased' } : { texts: JSON.parse(found) as unknown }
    return { ...entry, detail: canonicalJson({ ...(detail as object), ...shown }) }
  })
}

function textHashIn(detail: unknown): string | null {
  const hash = detail !== null && typeof detail === 'object' && 'texts' in detail ? detail.texts : null
  return typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) ? hash : null
}

const PAGE = 1000

export async function firstChangedText(db: Db): Promise<number | null> {
  let after = { seq: 0, about: '' }
  for (;;) {
    const { seq, about } = after
    const rows = await db
      .selectFrom('audit_text')
      .leftJoin('audit', 'audit.seq', 'audit_text.seq')
      .select(['audit_text.seq', 'audit_text.about', 'audit_text.salt', 'audit_text.texts'])
      .select('audit.detail')
      .where(eb =>
        eb.or([
          eb('audit_text.seq', '>', seq),
          eb.and([eb('audit_text.seq', '=', seq), eb('audit_text.about', '>', about)]),
        ]),
      )
      .orderBy('audit_text.seq')
      .orderBy('audit_text.about')
      .limit(PAGE)
      .execute()
    const wrong = rows.find(row => row.detail === null || textHashIn(JSON.parse(row.detail)) !== hashOf(row))
    if (wrong) return wrong.seq
    if (rows.length < PAGE) return null
    after = rows.at(-1) ?? after
  }
}
