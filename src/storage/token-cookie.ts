import { COOKIE_POLL_MS, SESSION_ABSOLUTE_MS, TOKEN_COOKIE } from '#contract/limits.ts'
import type { Clock, PageVisibility, TokenCookie } from '#src/ports.ts'

/**
 * Events of the Cookie Store API. If the API is missing, the cookie is polled every 300 ms (spec S9) while the page is
 * visible.
 */
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

/**
 * If the browser blocks cookies, keeps the token in memory until the page closes: without it, the server would reject
 * every call, and repeated sign-ins would reach its rate limit.
 */
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
