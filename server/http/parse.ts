import type { BodyKind } from '#contract/request.ts'
import { ApiError, invalid } from '#server/errors.ts'
import { parseForm } from './form.ts'
import { decodeUtf8 } from './utf8.ts'

/** Parses a JSON or form body into an unvalidated object. */
export async function parseBody(
  kind: Extract<BodyKind, 'json' | 'form'>,
  bytes: Uint8Array,
  contentType: string | null,
): Promise<unknown> {
  if (bytes.byteLength === 0) return {}
  const type = mediaType(contentType)
  if (kind === 'form') return parseForm(bytes, type, contentType ?? '')
  if (type !== 'application/json') throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
  const value = parseJson(decodeUtf8(bytes))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('body', 'type')
  return value
}

/** Returns the media type in lower case, without parameters such as `charset`. */
function mediaType(contentType: string | null): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('body', 'json')
  }
}
