import * as v from 'valibot'
import { sha256Hex } from '#server/hash.ts'
import type { ImageRef } from '#server/images/store.ts'

/** A backup contains the database, then the photos, and finally a manifest with the hash of every file. */
export const FORMAT = 'campaign-backup/1'
export const DATABASE = 'campaign.sqlite'
export const MANIFEST = 'manifest.json'

/**
 * `at` is in milliseconds since 1970, `rows` is the row count per table, and `sha256` is the hash of the manifest
 * without this field. Backups from earlier releases lack `rows` and `sha256`.
 */
export const manifestSchema = v.object({
  format: v.literal(FORMAT),
  at: v.number(),
  rows: v.optional(v.record(v.string(), v.number())),
  files: v.array(v.object({ name: v.string(), bytes: v.number(), sha256: v.string() })),
  sha256: v.optional(v.string()),
})
export type Manifest = v.InferOutput<typeof manifestSchema>

export function sealedManifest({ format, at, rows, files }: Omit<Manifest, 'sha256'>): string {
  const listed = { format, at, rows, files }
  return JSON.stringify({ ...listed, sha256: sha256Hex(JSON.stringify(listed)) })
}

/**
 * True if the manifest's bytes are exactly as written by `backup`. A manifest from an earlier release has no hash, so a
 * change to its time can go unnoticed.
 */
export function isIntact(manifest: Manifest, bytes: Buffer): boolean {
  const written = manifest.sha256 === undefined ? JSON.stringify(manifest) : sealedManifest(manifest)
  return Buffer.from(written).equals(bytes)
}

export const photoName = ({ customerId, sha256 }: ImageRef): string => `photos/${customerId}/${sha256}`

/** Returns the photo for a file name in a backup; null if the file is not a photo. */
export function photoNamed(name: string): ImageRef | null {
  const [, customerId, sha256] = /^photos\/([0-9a-f-]{36})\/([0-9a-f]{64})$/.exec(name) ?? []
  return customerId && sha256 ? { customerId, sha256 } : null
}
