import type { ServerDeps } from '#server/deps.ts'
import type { ImageType } from '#server/images/inspect.ts'
import { type ImageRow, imageKey } from '#server/images/store.ts'
import { bandsOf, fingerprintIn } from './fingerprint.ts'
import type { photoReader } from './reader.ts'

/** Larger photos get no fingerprint. Four bytes a pixel make this 64 MB, and decoders need as much again. */
const MAX_PIXELS = 16_000_000
/** Photos of one run, which takes a few seconds. */
const BATCH = 20

type Deps = Pick<ServerDeps, 'db' | 'objects' | 'clock' | 'log'>
type Reader = ReturnType<typeof photoReader>
type Photo = Pick<ImageRow, 'customer_id' | 'sha256' | 'width' | 'height' | 'content_type'>

/**
 * Computes the fingerprints of the oldest photos that have none, and returns the number of photos. Several processes may do
 * so at the same time; at worst both read the same photo. Throws if the photo storage is unavailable.
 */
export async function fingerprintPending({ db, objects, clock, log }: Deps, reader: Reader): Promise<number> {
  const photos = await db
    .selectFrom('image')
    .select(['customer_id', 'sha256', 'width', 'height', 'content_type'])
    .where('fingerprinted_at', 'is', null)
    .orderBy('created_at')
    .limit(BATCH)
    .execute()
  for (const photo of photos) {
    const { customer_id: customerId, sha256 } = photo
    const bytes = await objects.get(imageKey({ customerId, sha256 }))
    const fingerprint = bytes && (await read(photo, bytes))
    const [band_1, band_2, band_3, band_4, band_5] = fingerprint ? bandsOf(fingerprintIn(fingerprint)) : []
    await db
      .updateTable('image')
      .set({ fingerprint, band_1, band_2, band_3, band_4, band_5, fingerprinted_at: clock.now() })
      .where('customer_id', '=', customerId)
      .where('sha256', '=', sha256)
      .execute()
  }
  return photos.length

  async function read(
    { width, height, content_type, sha256 }: Photo,
    bytes: Uint8Array,
  ): Promise<string | null> {
    if (width * height > MAX_PIXELS) return null
    const reading = await reader.read(bytes, content_type as ImageType)
    if (reading.kind === 'read') return reading.fingerprint
    log.warn({ photo: sha256 }, 'a photo could not be decoded and gets no fingerprint')
    return null
  }
}
