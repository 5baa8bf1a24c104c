import { MAX_BODY_BYTES } from '../limits.ts'

/** The body's text; null when it is longer than LINE takes. */
export async function textOf(request: Request): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return null
  const text = await request.text()
  return text.length > MAX_BODY_BYTES ? null : text
}

/** The fields of a form body; none when there is no such body. */
export async function formOf(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams((await textOf(request)) ?? '')
}

/** The JSON object of the body; null when it is anything else. */
export async function jsonOf(request: Request): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = JSON.parse((await textOf(request)) ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
