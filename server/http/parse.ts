import type { BodyKind } from '#contract/request.ts'
import { ApiError, invalid } from '#server/errors.ts'

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

async function parseForm(
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

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw invalid('body', 'encoding')
  }
}
