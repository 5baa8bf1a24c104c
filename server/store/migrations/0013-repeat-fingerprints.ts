import type { Migration } from './define.ts'

/**
 * Adds a fingerprint that ignores the phone's time. `fingerprint` still covers the whole request, because servers of
 * version 1.0.5 compare it if a phone repeats its request during an upgrade.
 */
export const repeatFingerprints: Migration = {
  version: 13,
  name: 'repeat fingerprints',
  kind: 'expand',
  async up(db) {
    await db.schema.alterTable('idempotency').addColumn('repeat_fingerprint', 'text').execute()
  },
}
