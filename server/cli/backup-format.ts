import * as v from 'valibot'
import type { ImageRef } from '#server/images/store.ts'

/** What stands where in a backup: the database first, the photos, and at the end a list of all with their hashes. */
export const FORMAT = 'campaign-backup/1'
export const DATABASE = 'campaign.sqlite'
export const MANIFEST = 'manifest.json'

/** The list at the end. `at`: milliseconds since 1970. */
export const manifestSchema = v.object({
  format: v.literal(FORMAT),
  at: v.number(),
  files: v.array(v.object({ name: v.string(), bytes: v.number(), sha256: v.string() })),
})
export type Manifest = v.InferOutput<typeof manifestSchema>

/** Where a customer's photo stands in a backup. */
export const photoName = ({ customerId, sha256 }: ImageRef): string => `photos/${customerId}/${sha256}`

/** The photo that stands under a name; null for a name that no backup gives to a photo. */
export function photoNamed(name: string): ImageRef | null {
  const [, customerId, sha256] = /^photos\/([0-9a-f-]{36})\/([0-9a-f]{64})$/.exec(name) ?? []
  return customerId && sha256 ? { customerId, sha256 } : null
}
