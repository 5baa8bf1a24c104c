import type { LocalStorage } from '#src/ports.ts'
import { outlivesPage } from './page-storage.ts'

const PREFIX = 'campaign:'

/** Browser storage that may be missing, full or refused: then nothing is kept, and nothing breaks. */
function shelf(storage: () => Storage): LocalStorage['tab'] {
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
        // Kept nowhere: the next visit starts without it.
      }
    },
    drop(prefix) {
      try {
        const kept = storage()
        const keys = Array.from({ length: kept.length }, (_, i) => kept.key(i))
        for (const key of keys) if (key?.startsWith(PREFIX + prefix)) kept.removeItem(key)
      } catch {
        // Nothing was kept.
      }
    },
  }
}

export const local: LocalStorage = {
  tab: shelf(() => sessionStorage),
  phone: shelf(() => localStorage),
  lasts: () => outlivesPage(() => sessionStorage),
}
