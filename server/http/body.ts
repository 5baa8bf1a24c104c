import { ApiError, invalid } from '#server/errors.ts'

/** A body with at most this `Content-Length` is read with a single call, which is much cheaper than a stream. */
const SMALL_BYTES = 16 * 1024

/**
 * Reads the whole body. Throws
 * - TOO_LARGE above `limit` bytes, even if `Content-Length` is smaller;
 * - VALIDATION if `Content-Length` is malformed or wrong;
 * - UNAVAILABLE, so that the client retries, if the body takes longer than `deadlineMs`.
 */
export async function readBody(request: Request, limit: number, deadlineMs: number): Promise<Uint8Array> {
  const declared = declaredLength(request)
  if (declared !== null && declared > limit) throw new ApiError('TOO_LARGE')
  const small = declared !== null && declared <= SMALL_BYTES
  const bytes = small ? await readAtOnce(request, deadlineMs) : await readCounted(request, limit, deadlineMs)
  if (bytes.byteLength > limit) throw new ApiError('TOO_LARGE')
  if (declared !== null && declared !== bytes.byteLength) throw invalid('Content-Length', 'length')
  return bytes
}

function declaredLength(request: Request): number | null {
  const header = request.headers.get('content-length')
  if (header === null) return null
  if (!/^\d{1,15}$/.test(header)) throw invalid('Content-Length', 'length')
  return Number(header)
}

/** Needs no size limit, because Node's HTTP parser rejects bytes beyond `Content-Length`. */
async function readAtOnce(request: Request, deadlineMs: number): Promise<Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError('UNAVAILABLE')), deadlineMs)
  })
  const whole = request.arrayBuffer().catch(broken)
  try {
    return new Uint8Array(await Promise.race([whole, deadline]))
  } finally {
    clearTimeout(timer)
  }
}

async function readCounted(request: Request, limit: number, deadlineMs: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunksOf(request, deadlineMs)) {
    length += chunk.byteLength
    if (length > limit) throw new ApiError('TOO_LARGE')
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : new Uint8Array(Buffer.concat(chunks, length))
}

async function* chunksOf(request: Request, deadlineMs: number): AsyncGenerator<Uint8Array> {
  if (!request.body) return
  const reader = request.body.getReader()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    // Cancelling makes the pending read return `done` and drops the chunks received so far.
    reader.cancel().catch(() => undefined)
  }, deadlineMs)
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(broken)
      if (isLate) throw new ApiError('UNAVAILABLE')
      if (done) return
      yield value
    }
  } finally {
    clearTimeout(timer)
    // The caller may stop early, for example after TOO_LARGE. In that case, the rest is not read.
    await reader.cancel().catch(() => undefined)
  }
}

/** The client has disconnected and never sees this error, which only prevents storing an incomplete body. */
function broken(): never {
  throw invalid('body', 'incomplete')
}
