import { uuidv7 } from '#contract/uuidv7.ts'
import type { Ids } from '#src/ports.ts'

const hex = (bytes: Uint8Array) => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')

export const ids: Ids = {
  uuid: () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(16))),
  sha256: async bytes => hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))),
  async hmacSha256(key, text) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
    return new Uint8Array(await crypto.subtle.sign(algorithm.name, imported, new TextEncoder().encode(text)))
  },
  random: () => Math.random(),
}
