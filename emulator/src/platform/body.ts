import { MAX_BODY_BYTES } from '../limits.ts'

/** Returns null if the body is larger than LINE accepts. */
export async function textOf(request: Request): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return null
  const text = await request.text()
  return text.length > MAX_BODY_BYTES ? null : text
}

export async function formOf(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams((await textOf(request)) ?? '')
}

/** Returns null if the body is not a JSON object. */
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
