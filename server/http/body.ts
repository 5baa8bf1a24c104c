import { ApiError, invalid } from '#server/errors.ts'

/**
 * The whole body, counted while it arrives. Throws TOO_LARGE above `limit` bytes, whatever Content-Length said,
 * VALIDATION where Content-Length is malformed or is not the length that came, and UNAVAILABLE, after which a
 * repeat makes sense, where the body has not come whole within `deadlineMs`.
 */
export async function readBody(request: Request, limit: number, deadlineMs: number): Promise<Uint8Array> {
  const declared = declaredLength(request)
  if (declared !== null && declared > limit) throw new ApiError('TOO_LARGE')
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of piecesOf(request, deadlineMs)) {
    length += piece.byteLength
    if (length > limit) throw new ApiError('TOO_LARGE')
    pieces.push(piece)
  }
  if (declared !== null && declared !== length) throw invalid('Content-Length', 'length')
  return pieces.length === 1 && pieces[0] ? pieces[0] : new Uint8Array(Buffer.concat(pieces, length))
}

function declaredLength(request: Request): number | null {
  const header = request.headers.get('content-length')
  if (header === null) return null
  if (!/^\d{1,15}$/.test(header)) throw invalid('Content-Length', 'length')
  return Number(header)
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
      const { done, value } = await reader.read().catch(() => {
        // The sender went away in the middle: nobody reads the answer, but nothing may be stored either.
        throw invalid('body', 'incomplete')
      })
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
