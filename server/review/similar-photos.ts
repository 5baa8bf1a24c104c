import {
  bandsOf,
  distance,
  fingerprintIn,
  MAX_DISTANCE,
  positionsOf,
} from '#server/images/fingerprint/fingerprint.ts'
import type { Db } from '#server/store/tables.ts'

const bands = ['band_1', 'band_2', 'band_3', 'band_4', 'band_5'] as const
/** Number of photos compared per band, so that the search is fast even with a million photos. */
const MAX_CANDIDATES = 2000
const MAX_FOUND = 10

type Found = { readonly receipt_id: string; readonly customer_id: string }

/**
 * Returns the most similar photos first. Does not find photos without a fingerprint: very recent, very large or
 * undecodable ones.
 */
export async function findSimilarPhotos(db: Db, receiptId: string): Promise<Found[]> {
  const mine = await fingerprintsOf(db, receiptId)
  const near = new Map<string, number>()
  for (const { sha256, fingerprint } of mine) {
    const positions = positionsOf(fingerprintIn(fingerprint ?? ''))
    for (const [text, others] of await candidatesFor(db, positions)) {
      const other = fingerprintIn(text)
      const least = Math.min(...positions.map(position => distance(position, other)))
      if (least > MAX_DISTANCE) continue
      // Photos with the same bytes are found by their hash.
      for (const hash of others) if (hash !== sha256) near.set(hash, Math.min(least, near.get(hash) ?? least))
    }
  }
  const hashes = [...near].toSorted(([, a], [, b]) => a - b).map(([hash]) => hash)
  return receiptsWith(db, hashes.slice(0, MAX_FOUND), receiptId)
}

const fingerprintsOf = (db: Db, receiptId: string) =>
  db
    .selectFrom('receipt_image')
    .innerJoin('image', join =>
      join
        .onRef('image.customer_id', '=', 'receipt_image.customer_id')
        .onRef('image.sha256', '=', 'receipt_image.sha256'),
    )
    .select(['image.sha256', 'image.fingerprint'])
    .where('receipt_image.receipt_id', '=', receiptId)
    .where('image.fingerprint', 'is not', null)
    .execute()

async function candidatesFor(db: Db, positions: readonly Uint8Array[]): Promise<Map<string, Set<string>>> {
  const values = positions.map(bandsOf)
  const found = new Map<string, Set<string>>()
  for (const [index, band] of bands.entries()) {
    const rows = await db
      .selectFrom('image')
      .select(['sha256', 'fingerprint'])
      .where(band, 'in', [...new Set(values.map(each => each[index] ?? 0))])
      .limit(MAX_CANDIDATES)
      .execute()
    for (const { sha256, fingerprint } of rows) {
      if (fingerprint === null) continue
      found.set(fingerprint, (found.get(fingerprint) ?? new Set()).add(sha256))
    }
  }
  return found
}

async function receiptsWith(db: Db, hashes: readonly string[], not: string): Promise<Found[]> {
  if (hashes.length === 0) return []
  const rows = await db
    .selectFrom('receipt_image')
    .select(['receipt_id', 'customer_id', 'sha256'])
    .where('sha256', 'in', hashes)
    .where('receipt_id', '<>', not)
    .limit(MAX_FOUND)
    .execute()
  const byReceipt = new Map(rows.map(row => [row.receipt_id, row]))
  return [...byReceipt.values()].toSorted((a, b) => hashes.indexOf(a.sha256) - hashes.indexOf(b.sha256))
}
