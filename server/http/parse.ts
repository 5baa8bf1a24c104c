import type { BodyKind } from '#contract/request.ts'
import { ApiError, invalid } from '#server/errors.ts'
import { parseForm } from './form.ts'
import { decodeUtf8 } from './utf8.ts'

export async function parseBody(
  kind: Extract<BodyKind, 'json' | 'form'>,
  bytes: Uint8Array,
  contentType: string | null,
): Promise<unknown> {
  if (bytes.byteLength === 0) return {}
  const type = mediaType(contentType)
  if (!isUtf8(contentType ?? '')) throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
  if (kind === 'form') return parseForm(bytes, type, contentType ?? '')
  if (type !== 'application/json') throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
  const value = parseJson(decodeUtf8(bytes))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('body', 'type')
  return value
}

function mediaType(contentType: string | null): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

function isUtf8(contentType: string): boolean {
  const charset = /;\s*charset\s*=([^;]*)/i.exec(contentType)?.[1]
  return charset === undefined || /^\s*("?)utf-?8\1\s*$/i.test(charset)
}

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid('body', 'json')
  }
  refuseDoubledKeys(text)
  return value
}

/** If a key occurs twice, `JSON.parse` uses the last value, but a proxy or a log may use the first. */
function refuseDoubledKeys(text: string): void {
  const objects: Set<string>[] = []
  for (const [token, string] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') objects.push(new Set())
    else if (token === '}') objects.pop()
    else if (string !== undefined) {
      const key: string = JSON.parse(string)
      if (objects.at(-1)?.has(key)) throw invalid(key, 'duplicate')
      objects.at(-1)?.add(key)
    }
  }
}
