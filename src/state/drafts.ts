import { createModel } from '@preact/signals-core'
import type { Ports } from '#src/ports.ts'
import type { DraftsModel } from '#src/state/types.ts'
import { DRAFTS } from '#src/storage/keys.ts'

/**
 * Half-filled forms in the tab's session storage. They survive a page reload, which opening the phone's
 * camera can cause.
 */
export const Drafts = createModel(
  (ports: Pick<Ports, 'local'>): DraftsModel => ({
    read(form) {
      const stored = ports.local.tab.get(DRAFTS + form)
      if (stored === null) return null
      try {
        return JSON.parse(stored) as unknown
      } catch {
        return null
      }
    },
    write(form, value) {
      ports.local.tab.set(DRAFTS + form, value === null ? null : JSON.stringify(value))
    },
  }),
)
