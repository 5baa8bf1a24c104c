/** The product API has a separate host (spec S7: "The base is the product's API host"). */
const BASE = `//api.${location.host}`

const token = (): string | undefined => /(?:^|; )accessToken=([^;]*)/.exec(document.cookie)?.[1]

/** Spec S9: path /, secure, sameSite strict. No lifetime is given, so this is a session cookie. */
export function keepToken(value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is newer than the phones that the specification means
  document.cookie = `accessToken=${value}; path=/; secure; samesite=strict`
}

/** Makes one call (spec S7). Returns an error response instead of throwing. */
export async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const form = body instanceof URLSearchParams
  const bearer = token()
  const response = await fetch(BASE + path, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body && !form && { 'Content-Type': 'application/json' }),
      ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
    },
    ...(body && { body: form ? body : JSON.stringify(body) }),
  })
  return (await response.json()) as T
}
