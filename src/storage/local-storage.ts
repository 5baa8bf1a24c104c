import type { LocalStorage } from '#src/ports.ts'
import { survivesReload } from './page-storage.ts'

const PREFIX = 'campaign:'

/** Browser storage may be missing, full or blocked. Failed reads return null; failed writes are ignored. */
function stringStore(storage: () => Storage): LocalStorage['tab'] {
  return {
    get(key) {
      try {
        return storage().getItem(PREFIX + key)
      } catch {
        return null
      }
    },
    set(key, value) {
      try {
        if (value === null) storage().removeItem(PREFIX + key)
        else storage().setItem(PREFIX + key, value)
      } catch {
        // The value is missing on the next visit.
      }
    },
    deletePrefix(prefix) {
      try {
        const opened = storage()
        const keys = Array.from({ length: opened.length }, (_, i) => opened.key(i))
        for (const key of keys) if (key?.startsWith(PREFIX + prefix)) opened.removeItem(key)
      } catch {
        // The browser blocks storage, so there is nothing to delete.
      }
    },
  }
}

export const local: LocalStorage = {
  tab: stringStore(() => sessionStorage),
  phone: stringStore(() => localStorage),
  survivesReload: () => survivesReload(() => sessionStorage),
}
