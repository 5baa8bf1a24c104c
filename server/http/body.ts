import { ApiError, invalid } from '#server/errors.ts'

/** Bodies whose sender promises no more than this are read in one go: it costs a fraction of reading a stream. */
const SMALL_BYTES = 16 * 1024

/**
 * The whole body, counted while it arrives. Throws TOO_LARGE above `limit` bytes, whatever Content-Length said,
 * VALIDATION where Content-Length is malformed or is not the length that came, and UNAVAILABLE, after which a
 * repeat makes sense, where the body has not come whole within `deadlineMs`.
 */
export async function readBody(request: Request, limit: number, deadlineMs: number): Promise<Uint8Array> {
  const declared = declaredLength(request)
  if (declared !== null && declared > limit) throw new ApiError('TOO_LARGE')
  const small = declared !== null && declared <= SMALL_BYTES
  const bytes = small ? await inOne(request, deadlineMs) : await counted(request, limit, deadlineMs)
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

/** For a body whose length the server's own reading of HTTP holds to what was promised. */
async function inOne(request: Request, deadlineMs: number): Promise<Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError('UNAVAILABLE')), deadlineMs)
  })
  const whole = request.arrayBuffer().catch(broken)
  try {
    return new Uint8Array(await Promise.race([whole, late]))
  } finally {
    clearTimeout(timer)
  }
}

async function counted(request: Request, limit: number, deadlineMs: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of piecesOf(request, deadlineMs)) {
    length += piece.byteLength
    if (length > limit) throw new ApiError('TOO_LARGE')
    pieces.push(piece)
  }
  return pieces.length === 1 && pieces[0] ? pieces[0] : new Uint8Array(Buffer.concat(pieces, length))
}

async function* piecesOf(request: Request, deadlineMs: number): AsyncGenerator<Uint8Array> {
  if (!request.body) return
  const reader = request.body.getReader()
  let late = false
  const timer = setTimeout(() => {
    late = true
    // Ends the read below; what came so far is thrown away.
    reader.cancel().catch(() => undefined)
  }, deadlineMs)
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(broken)
      if (late) throw new ApiError('UNAVAILABLE')
      if (done) return
      yield value
    }
  } finally {
    clearTimeout(timer)
    // Also where the reader of the pieces stops early: what is still to come is not wanted.
    await reader.cancel().catch(() => undefined)
  }
}

/** The sender went away in the middle: nobody reads the answer, but nothing may be stored either. */
function broken(): never {
  throw invalid('body', 'incomplete')
}
