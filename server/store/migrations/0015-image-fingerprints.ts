import { sql } from 'kysely'
import type { Migration } from './define.ts'

/**
 * Adds fingerprints that identify the same picture in different files. `fingerprinted_at` is null until the server has
 * read the photo; the partial index lists the photos that have not been read.
 */
export const imageFingerprints: Migration = {
  version: 15,
  name: 'image fingerprints',
  kind: 'expand',
  async up(db) {
    const add = (name: string, type: 'text' | 'integer' | 'bigint') =>
      db.schema.alterTable('image').addColumn(name, type).execute()
    await add('fingerprint', 'text')
    for (const band of ['band_1', 'band_2', 'band_3', 'band_4', 'band_5']) {
      await add(band, 'integer')
      await db.schema.createIndex(`image_${band}_idx`).on('image').column(band).execute()
    }
    await add('fingerprinted_at', 'bigint')
    await db.schema
      .createIndex('image_without_fingerprint_idx')
      .on('image')
      .column('created_at')
      .where(sql.ref('fingerprinted_at'), 'is', null)
      .execute()
  },
}
