import { COOKIE_POLL_MS, SESSION_ABSOLUTE_MS, TOKEN_COOKIE } from '#contract/limits.ts'
import type { Clock, PageVisibility, TokenCookie } from '#src/ports.ts'

/** Without the Cookie Store API, the cookie is polled every 300 ms while the page is visible (spec S9). */
type CookieEvents = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

function stored(): string | null {
  for (const pair of document.cookie.split('; ')) {
    if (pair.startsWith(`${TOKEN_COOKIE}=`)) return pair.slice(TOKEN_COOKIE.length + 1) || null
  }
  return null
}

/** A past date deletes the cookie immediately. With `max-age=0`, it can still be readable in the same tick. */
const EXPIRED = 'Thu, 01 Jan 1970 00:00:00 GMT'

/** Uses `document.cookie`, because many phones lack the Cookie Store API. */
function write(token: string | null, jar: Pick<Document, 'cookie'> = document): void {
  const life = token === null ? `expires=${EXPIRED}` : `max-age=${SESSION_ABSOLUTE_MS / 1000}`
  jar.cookie = `${TOKEN_COOKIE}=${token ?? ''}; ${life}; path=/; secure; samesite=strict`
}

/** If the browser blocks cookies, keeps the token in memory; without it, every call would be rejected. */
export function createTokenCookie(
  clock: Clock,
  visibility: PageVisibility,
  events: CookieEvents | null = (globalThis as { cookieStore?: CookieEvents }).cookieStore ?? null,
): TokenCookie {
  let refused: string | null = null
  let own: string | null = null
  const read = () => refused ?? stored()
  return {
    get: read,
    isOwn: () => own !== null && stored() === own,
    set(token) {
      own = token
      write(token)
      refused = stored() === token ? null : token
    },
    remove() {
      write(null)
      refused = null
    },
    onChange(run) {
      let last = read()
      const look = () => {
        const token = read()
        if (token === last) return
        last = token
        run(token)
      }
      if (events !== null) {
        events.addEventListener('change', look)
        return () => events.removeEventListener('change', look)
      }
      let cancel = () => {}
      const poll = () => {
        cancel = clock.after(COOKIE_POLL_MS, () => {
          if (visibility.visible()) look()
          poll()
        })
      }
      poll()
      return () => cancel()
    },
  }
}
