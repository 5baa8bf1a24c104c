import { randomBytes } from 'node:crypto'
import { UPLOAD_CHUNK_BYTES } from '#contract/limits.ts'
import { HOUR_MS, isoOf } from '#contract/time.ts'
import type { NewJob } from '#src/outbox/job.ts'
import type { Sent } from '#src/outbox/job-view.ts'
import { png, pngChunk, sha256Of } from '#tests/kit/images.ts'
import type { Page } from '#tests/kit/phone.ts'
import type { Who } from './history.ts'

export type Write = {
  /** The job's id, which is also its idempotency key. */
  readonly id: string
  readonly kind: 'receipt' | 'answer' | 'edit' | 'withdraw'
  readonly owner: Who
  /**
   * True if the server may refuse the write because its contents are bad, because it changes a receipt that may not
   * exist, or because its photo is lost or damaged.
   */
  mayFail: boolean
  /**
   * True if the job expired after an attempt. The phone then says that it does not send the job, although the server
   * may have it.
   */
  expiredTried: boolean
  /** True if a page or the phone has lost the bytes of a photo of the job. */
  photoLost: boolean
  readonly job: NewJob
  /**
   * The page in which the customer made the write, or the page that has to store it again after the database was
   * deleted.
   */
  page: Page
  /**
   * The result that the form has shown to the customer. Null while the form waits, and permanently if the customer has
   * left it.
   */
  told: Sent | null
  formOpen: boolean
  stored: boolean
  unsaved: boolean
  /** True if the customer has deleted the job or is deleting it, or if the phone lost it with its database. */
  deleted: boolean
  /**
   * True if the customer has signed out and had all jobs deleted. The server may have received the write before that.
   */
  purged: boolean
  /** True once the app has said that the job is deleted and the phone's database does not have it. */
  gone: boolean
  retried: boolean
}

type Photo = NonNullable<NewJob['photos']>[number]

const photos = new Map<string, Photo>()

/** Returns one of 16 photos, which is uploaded in one request or in three pieces. */
export function photoOf(index: number, pieces: 1 | 3 = 1): Photo {
  const name = `${index % 16} ${pieces}`
  const known = photos.get(name)
  if (known) return known
  const filler = pieces === 1 ? [] : [pngChunk('juNk', randomBytes(2 * UPLOAD_CHUNK_BYTES + 5000))]
  const bytes = new Uint8Array(png(200, 200, index % 16, filler))
  const photo = { sha256: sha256Of(bytes), type: 'image/png', bytes: bytes.buffer }
  photos.set(name, photo)
  return photo
}

type Made = { readonly id: string; readonly now: number; readonly bad?: boolean | undefined }

/** Returns the job of a new receipt. A bad one has an amount that the server refuses. */
export function receiptJob({ id, now, bad }: Made, receiptNo: string, photo: Photo): NewJob {
  const purchasedAt = isoOf(now - HOUR_MS)
  const made = { purchasedAt, images: [photo.sha256], at: isoOf(now) }
  const body = { id, storeId: 1, receiptNo, amount: bad ? 1 : 250.5, ...made }
  return {
    route: 'createReceipt',
    params: {},
    body,
    subject: id,
    id,
    photos: [photo],
  } satisfies NewJob<'createReceipt'>
}

/** Returns the job of an answer to the current question. A bad one is empty and has its own subject. */
export function answerJob({ id, now, bad }: Made, text: string): NewJob {
  const body = { Answer: bad ? '' : text, id, at: isoOf(now) }
  return {
    route: 'postAnswer',
    params: {},
    body,
    subject: bad ? id : 'question',
    id,
  } satisfies NewJob<'postAnswer'>
}

/**
 * Returns the job that corrects a receipt's amount. A refused receipt is sent again as a new receipt with a new key.
 */
export function editJob({ id, bad }: Made, { job }: Write, amount: number, refused: boolean): NewJob {
  const { subject, photos = [] } = job
  const { id: _, ...fields } = { ...(job.body as { id?: string }), amount: bad ? 1 : amount }
  if (refused) return { ...job, id, body: { id: subject, ...fields } } as NewJob
  return { route: 'updateReceipt', params: { id: subject }, body: fields, subject, id, photos } as NewJob
}

export const withdrawJob = ({ id }: Made, { job: { subject } }: Write): NewJob =>
  ({
    route: 'deleteReceipt',
    params: { id: subject },
    body: {},
    subject,
    id,
  }) satisfies NewJob<'deleteReceipt'>
