import { ApiError, invalid } from '#server/errors.ts'
import { decodeUtf8 } from './utf8.ts'

/** Rejects files and duplicate fields. */
export async function parseForm(
  bytes: Uint8Array,
  type: string,
  contentType: string,
): Promise<Record<string, string>> {
  switch (type) {
    case 'application/x-www-form-urlencoded':
      return collect(urlencoded(decodeUtf8(bytes)))
    case 'multipart/form-data':
      return collect(await multipart(bytes, contentType))
    default:
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
  }
}

type Pair = readonly [name: string, value: string]

/** `URLSearchParams` would replace invalid UTF-8 instead of rejecting it. */
function urlencoded(body: string): readonly Pair[] {
  return body
    .split('&')
    .filter(part => part !== '')
    .map(part => {
      const at = part.indexOf('=')
      return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]
    })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalid('body', 'encoding')
  }
}

async function multipart(bytes: Uint8Array, contentType: string): Promise<readonly Pair[]> {
  decodeUtf8(bytes)
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw invalid('body', 'multipart')
    })
  return [...form].map(([name, value]) => {
    if (typeof value !== 'string') throw invalid(name, 'file')
    return [name, value]
  })
}

function collect(pairs: readonly Pair[]): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of pairs) {
    if (name in fields) throw invalid(name, 'duplicate')
    fields[name] = value
  }
  return fields
}
