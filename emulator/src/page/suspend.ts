import type { PhoneConnection } from './follow-phone.ts'
import type { Silence } from './kill.ts'

/** Returns the entries of sessionStorage; none if the browser blocks it. */
function storedEntries(): readonly (readonly [string, string])[] {
  try {
    return Object.entries({ ...sessionStorage })
  } catch {
    return []
  }
}

function store(entries: readonly (readonly [string, string])[]): void {
  try {
    sessionStorage.clear()
    for (const [key, value] of entries) sessionStorage.setItem(key, value)
  } catch {
    // The browser blocks sessionStorage, so there was nothing to keep either.
  }
}

/**
 * Returns the functions with which the panel suspends the page while the user is elsewhere, and resumes it. All apps on the
 * panel's phone share one sessionStorage, but in LINE each LIFF browser has its own. So the page keeps its entries. If LINE
 * does not resume the page, it ends without an event.
 */
export function createSuspension(connection: PhoneConnection, silence: Silence) {
  let kept: readonly (readonly [string, string])[] | null = null
  return {
    suspend() {
      kept = storedEntries()
      connection.pause()
      silence.begin()
    },
    resume() {
      if (kept !== null) store(kept)
      kept = null
      silence.end()
      connection.resume()
    },
  }
}
