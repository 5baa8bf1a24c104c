import { UPLOAD_CHUNK_BYTES } from '#contract/limits.ts'
import type { Api, Failure } from '#src/ports.ts'
import { PHOTO_STALL_MS } from './limits.ts'

export type StoredPhoto = { readonly type: string; readonly bytes: ArrayBuffer }

export type Upload = {
  readonly sha256: string
  readonly photo: StoredPhoto
  readonly owner: string
  /** An earlier try may have left something on the server: ask before sending. */
  readonly again: boolean
  readonly signal: AbortSignal
  /** Bytes known to be on the server. */
  readonly progress: (sent: number) => void
}

/**
 * Puts one photo on the server under its hash; null when it is there. It goes in pieces of 64 KiB, after a failure
 * from where the server stands, so that a bad network never sends much of it twice. A piece that stands still is
 * given up; a slow upload is not.
 */
export async function uploadPhoto(api: Api, upload: Upload): Promise<Failure | null> {
  const total = upload.photo.bytes.byteLength
  let offset = 0
  if (upload.again) {
    const kept = await offsetOf(api, upload)
    if (typeof kept !== 'number') return kept
    offset = kept
  }
  upload.progress(Math.min(offset, total))
  // A server that starts over under our hands (another tab, a restart) may do so once, not for ever.
  let pieces = Math.ceil(total / UPLOAD_CHUNK_BYTES) * 2
  while (offset < total) {
    const end = Math.min(offset + UPLOAD_CHUNK_BYTES, total)
    const received = await sendPiece(api, upload, offset, end, total)
    if (typeof received !== 'number') return received
    offset = received
    upload.progress(Math.min(offset, total))
    pieces -= 1
    if (pieces < 0) return { kind: 'timeout' }
  }
  return null
}

async function sendPiece(
  api: Api,
  upload: Upload,
  start: number,
  end: number,
  total: number,
): Promise<number | Failure> {
  const reply = await api.call('uploadImage', {
    params: { sha256: upload.sha256 },
    bytes: {
      data: new Uint8Array(upload.photo.bytes, start, end - start),
      type: upload.photo.type,
      ...(end - start < total ? { range: `bytes ${start}-${end - 1}/${total}` } : {}),
    },
    owner: upload.owner,
    timeout: PHOTO_STALL_MS,
    signal: upload.signal,
  })
  if (!reply.ok) return reply.failure
  if (reply.value.sha256 !== upload.sha256) return { kind: 'portal', status: 200 }
  return 'received' in reply.value ? reply.value.received : total
}

/** How many bytes from the start the server has. */
async function offsetOf(api: Api, upload: Upload): Promise<number | Failure> {
  const reply = await api.call('headImage', {
    params: { sha256: upload.sha256 },
    owner: upload.owner,
    timeout: PHOTO_STALL_MS,
    signal: upload.signal,
  })
  if (!reply.ok) {
    const { failure } = reply
    return failure.kind === 'refused' && failure.status === 404 ? 0 : failure
  }
  const offset = Number(reply.headers.get('upload-offset') ?? Number.NaN)
  // Without the header it was not our server that answered.
  return Number.isSafeInteger(offset) && offset >= 0 ? offset : { kind: 'portal', status: 200 }
}
