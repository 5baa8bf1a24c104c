import { generateCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { DEVICE_MS, SESSION_MS } from '#contract/desk/limits.ts'

type Cookie = {
  /** Returns the cookie's token, or null if the request does not have the cookie. */
  readonly of: (headers: Headers) => string | null
  /** Returns a `Set-Cookie` header. A null token deletes the cookie. */
  readonly set: (token: string | null) => string
}

export type DeskCookies = { readonly session: Cookie; readonly device: Cookie }

/** `secure` is false only for a desk without HTTPS, which runs only on this machine. */
export const cookiesOf = (secure: boolean): DeskCookies => ({
  session: cookieOf('desk', secure, SESSION_MS),
  device: cookieOf('desk-device', secure, DEVICE_MS),
})

/** Browsers accept the prefix `__Host-` only with HTTPS. The browser keeps the cookie for `life` milliseconds. */
function cookieOf(plainName: string, secure: boolean, life: number): Cookie {
  const name = secure ? `__Host-${plainName}` : plainName
  const options = { path: '/', httpOnly: true, sameSite: 'Strict', secure } as const
  return {
    of: headers => parse(headers.get('cookie') ?? '', name)[name] ?? null,
    set: token => generateCookie(name, token ?? '', { ...options, maxAge: token === null ? 0 : life / 1000 }),
  }
}
