import type { ServerDeps } from '#server/deps.ts'
import type { ImageType } from '#server/images/inspect.ts'
import { type ImageRow, imageKey } from '#server/images/store.ts'
import { DECIDED } from '#server/store/review-tables.ts'
import { bandsOf, fingerprintIn } from './fingerprint.ts'
import type { photoReader } from './reader.ts'

/** At four bytes per pixel, this is 64 MB, and decoders need the same amount again. */
const MAX_PIXELS = 16_000_000
const BATCH = 20

/** `risk_version` of a receipt whose photo was fingerprinted after it was scored. */
const PHOTO_READ = -2

type Deps = Pick<ServerDeps, 'db' | 'objects' | 'clock' | 'log'>
type Reader = ReturnType<typeof photoReader>
type Photo = Pick<ImageRow, 'customer_id' | 'sha256' | 'width' | 'height' | 'content_type'>

/**
 * Fingerprints a batch of photos, oldest first, and returns its size. Throws at the end if a photo
 * could not be loaded. Stores nothing after `isStopped`, because the reader may have been stopped
 * mid-photo.
 */
export async function fingerprintPending(
  { db, objects, clock, log }: Deps,
  reader: Reader,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const photos = await db
    .selectFrom('image')
    .select(['customer_id', 'sha256', 'width', 'height', 'content_type'])
    .where('fingerprinted_at', 'is', null)
    .orderBy('created_at')
    .limit(BATCH)
    .execute()
  const errors: unknown[] = []
  for (const photo of photos) {
    if (isStopped()) break
    await store(photo).catch(error => errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
  return photos.length

  async function store(photo: Photo): Promise<void> {
    const { customer_id: customerId, sha256 } = photo
    const bytes = await objects.get(imageKey({ customerId, sha256 }))
    const fingerprint = bytes && (await read(photo, bytes))
    if (isStopped()) return
    const [band_1, band_2, band_3, band_4, band_5] = fingerprint ? bandsOf(fingerprintIn(fingerprint)) : []
    await db
      .updateTable('image')
      .set({ fingerprint, band_1, band_2, band_3, band_4, band_5, fingerprinted_at: clock.now() })
      .where('customer_id', '=', customerId)
      .where('sha256', '=', sha256)
      .execute()
    if (fingerprint !== null) await scoreAgain(photo)
  }

  async function scoreAgain({ customer_id: customerId, sha256 }: Photo): Promise<void> {
    await db
      .updateTable('receipt')
      .set({ risk_version: PHOTO_READ })
      .where('status', 'not in', DECIDED)
      .where('id', 'in', eb =>
        eb
          .selectFrom('receipt_image')
          .select('receipt_id')
          .where('customer_id', '=', customerId)
          .where('sha256', '=', sha256),
      )
      .execute()
  }

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
