import { createModel } from '@preact/signals-core'
import type { Ports } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import type { DraftsModel } from '#src/state/types.ts'
import { DRAFTS } from '#src/storage/keys.ts'

const beforeSignIn: readonly string[] = ['register', 'welcome']

/** Session storage survives a reload, which the camera can cause. After a sign-out, an open form stores nothing. */
export const Drafts = createModel(
  (ports: Pick<Ports, 'local'>, { customerId }: Pick<Identity, 'customerId'>): DraftsModel => ({
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
      if (value !== null && customerId.peek() === null && !beforeSignIn.includes(form)) return
      ports.local.tab.set(DRAFTS + form, value === null ? null : JSON.stringify(value))
    },
  }),
)
