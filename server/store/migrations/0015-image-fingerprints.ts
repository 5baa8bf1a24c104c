import { sql } from 'kysely'
import { expand } from './define.ts'

/**
 * Adds fingerprints that identify the same picture in different files. `fingerprinted_at` is null until the server has
 * read the photo; the partial index lists the photos that have not been read.
 */
export const imageFingerprints = expand(
  15,
  'image fingerprints',
  {
    columns: {
      image: {
        fingerprint: 'text?',
        band_1: 'integer?',
        band_2: 'integer?',
        band_3: 'integer?',
        band_4: 'integer?',
        band_5: 'integer?',
        fingerprinted_at: 'bigint?',
      },
    },
    indexes: [
      ['image', 'band_1'],
      ['image', 'band_2'],
      ['image', 'band_3'],
      ['image', 'band_4'],
      ['image', 'band_5'],
    ],
  },
  db =>
    db.schema
      .createIndex('image_without_fingerprint_idx')
      .on('image')
      .column('created_at')
      .where(sql.ref('fingerprinted_at'), 'is', null)
      .execute(),
)
