import { UPLOAD_CHUNK_BYTES } from '#contract/limits.ts'
import type { Api, Failure } from '#src/ports.ts'
import { CHUNK_MIN_BYTES, MAX_WASTED_FRACTION, PHOTO_STALL_MS } from './limits.ts'

export type StoredPhoto = { readonly type: string; readonly bytes: ArrayBuffer }

export type Upload = {
  readonly sha256: string
  readonly photo: StoredPhoto
  readonly owner: string
  /** An earlier try may have left something on the server: ask before sending. */
  readonly mayHaveBeenSent: boolean
  readonly signal: AbortSignal
  /** Bytes sent of each photo by its hash, over all tries: what the server has not of them was sent in vain. */
  readonly sentBytes: Map<string, number>
  /** Bytes known to be on the server. */
  readonly progress: (sent: number) => void
}

/**
 * How large the next piece may be, in bytes: 64 KiB at most, and no more than half of what may still be sent in vain,
 * so that however often the line is cut, all tries together send at most one and a half times the photo. Once that
 * is used up a further cut costs 4 KiB.
 */
export function chunkBytes(total: number, wasted: number): number {
  const left = Math.floor((total * MAX_WASTED_FRACTION - wasted) / 2)
  return Math.max(CHUNK_MIN_BYTES, Math.min(UPLOAD_CHUNK_BYTES, left))
}

/**
 * Puts one photo on the server under its hash; null when it is there. It goes in pieces, after a failure from where
 * the server stands. A piece that stands still is given up; a slow upload is not.
 */
export async function uploadPhoto(api: Api, upload: Upload): Promise<Failure | null> {
  const total = upload.photo.bytes.byteLength
  let offset = 0
  if (upload.mayHaveBeenSent) {
    const received = await offsetOf(api, upload)
    if (typeof received !== 'number') return received
    offset = received
  }
  upload.progress(Math.min(offset, total))
  const sentSoFar = () => upload.sentBytes.get(upload.sha256) ?? offset
  const size = chunkBytes(total, sentSoFar() - offset)
  // A server that starts over under our hands (another tab, a restart) may do so once, not for ever.
  let chunksLeft = Math.ceil(total / size) * 2
  while (offset < total) {
    const end = Math.min(offset + size, total)
    upload.sentBytes.set(upload.sha256, sentSoFar() + end - offset)
    const received = await sendChunk(api, upload, offset, end, total)
    if (typeof received !== 'number') return received
    offset = received
    upload.progress(Math.min(offset, total))
    chunksLeft -= 1
    if (chunksLeft < 0) return { kind: 'timeout' }
  }
  return null
}

async function sendChunk(
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
