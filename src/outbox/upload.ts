import { UPLOAD_CHUNK_BYTES } from '#contract/limits.ts'
import type { Failure } from '#src/ports.ts'
import type { JobCall } from './job-calls.ts'
import { CHUNK_MIN_BYTES, MAX_WASTED_FRACTION, PHOTO_STALL_MS } from './limits.ts'

export type StoredPhoto = { readonly type: string; readonly bytes: ArrayBuffer }

export type Upload = {
  readonly sha256: string
  readonly photo: StoredPhoto
  readonly owner: string
  /**
   * True if an earlier attempt may have uploaded part of the photo. The upload then first requests the offset
   * from the server.
   */
  readonly mayHaveBeenSent: boolean
  readonly signal: AbortSignal
  /**
   * Bytes sent over all attempts, by photo hash. The bytes that the server did not receive count as wasted.
   */
  readonly sentBytes: Map<string, number>
  /** Reports the number of bytes that the server has confirmed. */
  readonly progress: (sent: number) => void
}

/**
 * Returns the size of the next chunk in bytes: at most 64 KiB, and at most half of the bytes that may still
 * be wasted. All attempts together then send at most one and a half times the photo, even if the connection
 * drops often. When that budget is used up, each further interruption costs 4 KiB.
 */
export function chunkBytes(total: number, wasted: number): number {
  const left = Math.floor((total * MAX_WASTED_FRACTION - wasted) / 2)
  return Math.max(CHUNK_MIN_BYTES, Math.min(UPLOAD_CHUNK_BYTES, left))
}

/**
 * Uploads one photo in chunks; the photo's hash identifies it. Returns null when the server has the whole
 * photo, otherwise the failure. After a failure, the upload resumes at the server's offset. A chunk that
 * exceeds its time limit is aborted; the whole upload has no time limit.
 */
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
  // Limits the number of chunks: another tab or a server restart may reset the offset once, but the upload
  // must not loop.
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

/** Returns how many bytes of the photo the server already has. */
async function offsetOf(call: JobCall, upload: Upload): Promise<number | Failure> {
  const reply = await call('headImage', {
    params: { sha256: upload.sha256 },
    owner: upload.owner,
    timeout: PHOTO_STALL_MS,
    signal: upload.signal,
  })
  if (!reply.ok) {
    const { failure } = reply
    // From a gateway that lets no HEAD pass, too: the answer to the first piece says how much the server has.
    return 'status' in failure && [404, 405].includes(failure.status) ? 0 : failure
  }
  const offset = Number(reply.headers.get('upload-offset') ?? Number.NaN)
  // A response without this header comes from another server, such as a captive portal.
  return Number.isSafeInteger(offset) && offset >= 0 ? offset : { kind: 'portal', status: 200 }
}
