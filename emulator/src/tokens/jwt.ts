/** Escapes all non-ASCII characters, because the SDK decodes some tokens with `atob`, which does not support UTF-8. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export function base64url(value: string | Uint8Array): string {
  return Buffer.from(value).toString('base64url')
}

function decodedPart(token: string, index: number): Record<string, unknown> | null {
  const part = token.split('.')[index]
  if (part === undefined) return null
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

export const headerOf = (token: string) => decodedPart(token, 0)

export const claimsOf = (token: string) => decodedPart(token, 1)
