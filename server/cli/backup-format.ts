import * as v from 'valibot'
import { sha256Hex } from '#server/hash.ts'
import type { ImageRef } from '#server/images/store.ts'

/** Layout of a backup: first the database, then the photos, and last a manifest with the hash of every file. */
export const FORMAT = 'campaign-backup/1'
export const DATABASE = 'campaign.sqlite'
export const MANIFEST = 'manifest.json'

/**
 * The manifest. `at`: milliseconds since 1970. `rows`: the number of rows of each table. `sha256`: hash of the manifest
 * without this field. Backups of earlier releases have neither `rows` nor `sha256`.
 */
export const manifestSchema = v.object({
  format: v.literal(FORMAT),
  at: v.number(),
  rows: v.optional(v.record(v.string(), v.number())),
  files: v.array(v.object({ name: v.string(), bytes: v.number(), sha256: v.string() })),
  sha256: v.optional(v.string()),
})
export type Manifest = v.InferOutput<typeof manifestSchema>

/** Returns a manifest's text with its hash. */
export function sealedManifest({ format, at, rows, files }: Omit<Manifest, 'sha256'>): string {
  const listed = { format, at, rows, files }
  return JSON.stringify({ ...listed, sha256: sha256Hex(JSON.stringify(listed)) })
}

/**
 * True if every byte of the file is as `backup` wrote it. A manifest of an earlier release has no hash, so that a change of
 * its time can go unnoticed.
 */
export function isIntact(manifest: Manifest, bytes: Buffer): boolean {
  const written = manifest.sha256 === undefined ? JSON.stringify(manifest) : sealedManifest(manifest)
  return Buffer.from(written).equals(bytes)
}

/** Returns a photo's file name in a backup. */
export const photoName = ({ customerId, sha256 }: ImageRef): string => `photos/${customerId}/${sha256}`

/** Returns the photo that a file name in a backup refers to; null if it is not the name of a photo. */
export function photoNamed(name: string): ImageRef | null {
  const [, customerId, sha256] = /^photos\/([0-9a-f-]{36})\/([0-9a-f]{64})$/.exec(name) ?? []
  return customerId && sha256 ? { customerId, sha256 } : null
}
