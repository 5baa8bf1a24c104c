import { uuidv7 } from '#contract/uuidv7.ts'
import type { Ids } from '#src/ports.ts'

const hex = (bytes: Uint8Array) => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')

export const ids: Ids = {
  uuid: () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(16))),
  sha256: async bytes => hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))),
  random: () => Math.random(),
}
