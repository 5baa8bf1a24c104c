import { MAX_IMAGE_BYTES } from '#contract/limits.ts'
import { ApiError, invalid } from '#server/errors.ts'

export type Piece = { readonly start: number; readonly total: number }

/** Parses `bytes first-last/total` (RFC 9110 14.4). Returns null if the body is the whole file. */
export function pieceOf(header: string | null, length: number): Piece | null {
  if (header === null) return null
  const match = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/.exec(header.trim())
  if (!match) throw invalid('Content-Range', 'range')
  const [start, last, total] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (total > MAX_IMAGE_BYTES) throw new ApiError('TOO_LARGE')
  if (last < start || last >= total || last - start + 1 !== length) throw invalid('Content-Range', 'range')
  return { start, total }
}
