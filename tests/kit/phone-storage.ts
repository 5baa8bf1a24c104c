import { createHash, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { HOUR_MS } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { png, pngChunk } from './images.ts'

/** A record of the phone's database. This module reads and writes such records from outside the app. */
type Entry = readonly [key: string, value: unknown]
type QueuedWrite = { readonly id: string; readonly sha256: string; readonly entries: readonly Entry[] }

let made = Math.floor(Math.random() * 1e6)

type Change = { readonly amount?: number; readonly photoBytes?: number }

/** Returns the records of a queued receipt on the phone, with its photo. The server refuses amounts under 100. */
export function queuedReceipt(
  owner: string,
  receiptNo: string,
  seq: number,
  { amount = 350, photoBytes = 0 }: Change = {},
): QueuedWrite {
  made += 1
  const more = photoBytes === 0 ? [] : [pngChunk('juNk', randomBytes(photoBytes))]
  const photo = png(200, 200, made, more)
  const sha256 = createHash('sha256').update(photo).digest('hex')
  const id = uuidv7(Date.now(), createHash('sha256').update(`${receiptNo} ${made}`).digest())
  const body = {
    id,
    storeId: 1,
    receiptNo,
    amount,
    purchasedAt: new Date(Date.now() - HOUR_MS).toISOString(),
    images: [sha256],
  }
  const job = {
    v: 1,
    seq,
    id,
    owner,
    route: 'createReceipt',
    params: {},
    body,
    subject: id,
    photos: [{ sha256, type: 'image/png', size: photo.length }],
    ifMatch: null,
    createdAt: Date.now(),
    notBefore: 0,
    attempts: 0,
    state: 'queued',
    expired: false,
    failure: null,
    appVersion: '1.0.5',
  }
  const bytes = { base64: photo.toString('base64') }
  return {
    id,
    sha256,
    entries: [
      [`q/photo/${owner}/${sha256}`, { type: 'image/png', bytes }],
      [`q/job/${id}`, job],
    ],
  }
}

/** Returns the first receipt's job with the photo of the second receipt instead of its own. */
export function withPhotoOf({ id, entries }: QueuedWrite, other: QueuedWrite): QueuedWrite {
  const jobOf = (from: readonly Entry[]) =>
    from[1]?.[1] as { readonly body: object; readonly photos: unknown }
  const job = jobOf(entries)
  const body = { ...job.body, images: [other.sha256] }
  const changed = { ...job, body, photos: jobOf(other.entries).photos }
  return { id, sha256: other.sha256, entries: [[`q/job/${id}`, changed]] }
}

/** Returns the record of an answer to the current question that is queued on the phone. */
export function queuedAnswer(owner: string, text: string, seq: number): QueuedWrite {
  const { id, entries } = queuedReceipt(owner, 'x', seq)
  const [, job] = entries[1] as Entry
  const answer = {
    ...(job as object),
    route: 'postAnswer',
    body: { Answer: text },
    subject: text,
    photos: [],
  }
  return { id, sha256: '', entries: [[`q/job/${id}`, answer]] }
}

const PIECE_CHARS = 50_000

/** Writes records and notifies the app's pages, as another tab would. */
export async function writeRecords(
  page: Page,
  writes: readonly Pick<QueuedWrite, 'entries'>[],
): Promise<void> {
  const text = JSON.stringify(writes.flatMap(({ entries }) => entries))
  // Send the text in pieces, because WebKit's inspector closes the connection if a message is longer than 128 KiB.
  for (let at = 0; at < text.length; at += PIECE_CHARS)
    await page.evaluate(
      piece => {
        const given = window as { records?: string }
        given.records = (given.records ?? '') + piece
      },
      text.slice(at, at + PIECE_CHARS),
    )
  await page.evaluate(async () => {
    const given = window as { records?: string }
    const entries = JSON.parse(given.records ?? '[]') as [string, unknown][]
    delete given.records
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('campaign')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const table = db.transaction('keyval', 'readwrite').objectStore('keyval')
    for (const [key, value] of entries) {
      const photo = value as { bytes?: { base64: string } }
      const bytes = photo.bytes && Uint8Array.from(atob(photo.bytes.base64), c => c.charCodeAt(0)).buffer
      table.put(bytes ? { ...photo, bytes } : value, key)
    }
    await new Promise(resolve => {
      table.transaction.oncomplete = resolve
    })
    db.close()
    const channel = new BroadcastChannel('campaign')
    channel.postMessage({ type: 'outbox-changed' })
    channel.close()
  })
}

/** Returns the records whose keys start with the prefix, with their bytes in Base64. */
export function readRecords(page: Page, prefix: string): Promise<[key: string, value: unknown][]> {
  return page.evaluate(async start => {
    const ended = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const plain = (value: unknown): unknown => {
      if (value instanceof ArrayBuffer)
        return btoa(Array.from(new Uint8Array(value), byte => String.fromCharCode(byte)).join(''))
      if (Array.isArray(value)) return value.map(plain)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]))
    }
    const db = await ended(indexedDB.open('campaign'))
    const table = db.transaction('keyval').objectStore('keyval')
    const range = IDBKeyRange.bound(start, `${start}\uffff`)
    const [keys, values] = await Promise.all([ended(table.getAllKeys(range)), ended(table.getAll(range))])
    db.close()
    return keys.map((key, i): [string, unknown] => [String(key), plain(values[i])])
  }, prefix)
}

/** Returns the photos of a draft, with their bytes in Base64. Empty if the draft is not stored. */
export async function readDraftPhotos(page: Page, key: string) {
  const draft = (await readRecords(page, key)).find(([found]) => found === key)?.[1]
  const { photos = [] } = (draft ?? {}) as { photos?: { sha256: string; bytes: string }[] }
  return photos.map(({ sha256, bytes: base64 }) => ({ sha256, base64 }))
}

export const countQueuedJobs = async (page: Page): Promise<number> =>
  (await readRecords(page, 'q/job/')).length
