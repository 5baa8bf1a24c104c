import type { Memo } from '#src/ports.ts'

const PREFIX = 'campaign:'

/** Browser storage that may be missing, full or refused: then nothing is kept, and nothing breaks. */
function shelf(storage: () => Storage): Memo['tab'] {
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
  }
}

export const memo: Memo = { tab: shelf(() => sessionStorage), phone: shelf(() => localStorage) }
