import * as v from 'valibot'
import type { ImageRef } from '#server/images/store.ts'

/** Layout of a backup: first the database, then the photos, and last a manifest with the hash of every file. */
export const FORMAT = 'campaign-backup/1'
export const DATABASE = 'campaign.sqlite'
export const MANIFEST = 'manifest.json'

/** The manifest. `at`: milliseconds since 1970. */
export const manifestSchema = v.object({
  format: v.literal(FORMAT),
  at: v.number(),
  files: v.array(v.object({ name: v.string(), bytes: v.number(), sha256: v.string() })),
})
export type Manifest = v.InferOutput<typeof manifestSchema>

/** Returns a photo's file name in a backup. */
export const photoName = ({ customerId, sha256 }: ImageRef): string => `photos/${customerId}/${sha256}`

/** Returns the photo that a file name in a backup refers to; null if it is not the name of a photo. */
export function photoNamed(name: string): ImageRef | null {
  const [, customerId, sha256] = /^photos\/([0-9a-f-]{36})\/([0-9a-f]{64})$/.exec(name) ?? []
  return customerId && sha256 ? { customerId, sha256 } : null
}
