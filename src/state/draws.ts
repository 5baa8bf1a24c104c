import { createModel } from '@preact/signals-core'
import { fromHex } from '#src/domain/hex.ts'
import type { Ports } from '#src/ports.ts'
import { READ_TIMEOUT_MS } from '#src/storage/limits.ts'
import type { DrawModel } from './types.ts'

/** What anyone may know of a draw. */
export const Draws = createModel(
  (ports: Pick<Ports, 'api' | 'ids'>): DrawModel => ({
    get: id => ports.api.call('draw', { params: { id }, timeout: READ_TIMEOUT_MS.withoutCache }),
    async check({ secret, commitment }) {
      if (secret === undefined || commitment === null) return null
      // The commitment is SHA-256 over the secret's bytes, which are given in hexadecimal.
      return (await ports.ids.sha256(fromHex(secret))) === commitment
    },
  }),
)
