import { UPLOAD_CHUNK_BYTES } from '#contract/limits.ts'
import type { Failure } from '#src/ports.ts'
import type { JobCall } from './job-calls.ts'
import { CHUNK_MIN_BYTES, MAX_WASTED_FRACTION, PHOTO_STALL_MS } from './limits.ts'

export type StoredPhoto = { readonly type: string; readonly bytes: ArrayBuffer }

export type Upload = {
  readonly sha256: string
  readonly photo: StoredPhoto
  readonly owner: string
  /** An earlier attempt may have uploaded part of the photo, so request the server's offset first. */
  readonly mayHaveBeenSent: boolean
  readonly signal: AbortSignal
  /** Bytes sent in all attempts, by photo hash. Bytes that the server did not receive count as wasted. */
  readonly sentBytes: Map<string, number>
  readonly progress: (sent: number) => void
}

/**
 * Returns the chunk size in bytes: at most 64 KiB, and at most half of the bytes that may still be wasted. All attempts
 * together therefore send at most 1.5 times the photo; after that, each interruption wastes 4 KiB.
 */
export function chunkBytes(total: number, wasted: number): number {
  const left = Math.floor((total * MAX_WASTED_FRACTION - wasted) / 2)
  return Math.max(CHUNK_MIN_BYTES, Math.min(UPLOAD_CHUNK_BYTES, left))
}

/** Starts at the server's offset. Returns null once the server has the whole photo. Each chunk has a time limit. */
export async function uploadPhoto(call: JobCall, upload: Upload): Promise<Failure | null> {
  const total = upload.photo.bytes.byteLength
  let offset = 0
  if (upload.mayHaveBeenSent) {
    const received = await offsetOf(call, upload)
    if (typeof received !== 'number') return received
    offset = received
  }
  upload.progress(Math.min(offset, total))
  const sentSoFar = () => upload.sentBytes.get(upload.sha256) ?? offset
  const size = chunkBytes(total, sentSoFar() - offset)
  // Another tab or a server restart may reset the offset once, but the upload must not loop.
  let chunksLeft = Math.ceil(total / size) * 2
  while (offset < total) {
    const end = Math.min(offset + size, total)
    upload.sentBytes.set(upload.sha256, sentSoFar() + end - offset)
    const received = await sendChunk(call, upload, offset, end, total)
    if (typeof received !== 'number') return received
    offset = received
    upload.progress(Math.min(offset, total))
    chunksLeft -= 1
    if (chunksLeft < 0) return { kind: 'timeout' }
  }
  return null
}

async function sendChunk(
  call: JobCall,
  upload: Upload,
  start: number,
  end: number,
  total: number,
): Promise<number | Failure> {
  const reply = await call('uploadImage', {
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

async function offsetOf(call: JobCall, upload: Upload): Promise<number | Failure> {
  const reply = await call('headImage', {
    params: { sha256: upload.sha256 },
    owner: upload.owner,
    timeout: PHOTO_STALL_MS,
    signal: upload.signal,
  })
  if (!reply.ok) {
    const { failure } = reply
    // Our server lacks the photo, or a gateway blocks HEAD. The response to the first chunk will contain the offset.
    return 'status' in failure && [404, 405].includes(failure.status) ? 0 : failure
  }
  const offset = Number(reply.headers.get('upload-offset') ?? Number.NaN)
  // Without this header, the response is from another server, such as a captive portal.
  return Number.isSafeInteger(offset) && offset >= 0 ? offset : { kind: 'portal', status: 200 }
}
