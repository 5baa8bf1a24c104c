import { createModel } from '@preact/signals-core'
import type { Ports } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import { READ_TIMEOUT_MS } from '#src/storage/limits.ts'
import { orMissing } from './missing.ts'
import type { DrawModel } from './types.ts'

export const Draws = createModel(
  (ports: Pick<Ports, 'api' | 'ids' | 'kv'>, { customerId }: Pick<Identity, 'customerId'>): DrawModel => ({
    async get(id) {
      const reply = await ports.api.call('draw', { params: { id }, timeout: READ_TIMEOUT_MS.withoutCache })
      // The draw's id came from the server, so a 404 means that the server does not publish draws.
      return orMissing(ports, reply)
    },
    async seals() {
      const owner = customerId.peek()
      if (owner === null) return null
      const { readSeals } = await import('./draw-seals.ts')
      return readSeals(ports.kv, owner)
    },
    async check({ secret, commitment }) {
      if (secret === undefined || commitment === null) return null
      // The commitment is the hash of the secret's bytes, not of its hexadecimal text.
      return (await ports.ids.sha256(fromHex(secret))) === commitment
    },
  }),
)

const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], byte => Number.parseInt(byte, 16))
