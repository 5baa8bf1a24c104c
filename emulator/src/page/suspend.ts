import type { PhoneConnection } from './follow-phone.ts'
import type { Silence } from './kill.ts'

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
    // The browser blocks sessionStorage, so there was nothing to keep.
  }
}

/**
 * Lets the panel suspend the page while the user is elsewhere. In LINE each LIFF browser has its own sessionStorage,
 * but all apps on the panel's phone share one, so the suspended page keeps a copy. A page that LINE does not resume
 * ends without an event.
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
