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
    // The browser blocks sessionStorage, so there is nothing to restore.
  }
}

/**
 * Lets the panel suspend the page while the user is in another app. In LINE, each app has its own sessionStorage, but
 * the panel's apps share one, so the page keeps a copy.
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
