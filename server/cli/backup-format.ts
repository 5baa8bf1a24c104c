import * as v from 'valibot'

/** What stands where in a backup: the database first, the photos, and at the end a list of all with their hashes. */
export const FORMAT = 'campaign-backup/1'
export const DATABASE = 'campaign.sqlite'
export const PHOTOS = 'photos/'
export const MANIFEST = 'manifest.json'

/** The list at the end. `at`: milliseconds since 1970. */
export const manifestSchema = v.object({
  format: v.literal(FORMAT),
  at: v.number(),
  files: v.array(v.object({ name: v.string(), bytes: v.number(), sha256: v.string() })),
})
export type Manifest = v.InferOutput<typeof manifestSchema>

/** A photo's name, which is also its key: only what the server itself makes. */
export const PHOTO = /^photos\/[0-9a-f-]{36}\/[0-9a-f]{64}$/
