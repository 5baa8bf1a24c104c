import { createModel } from '@preact/signals-core'
import { fromHex } from '#src/domain/hex.ts'
import type { Ports } from '#src/ports.ts'
import { READ_TIMEOUT_MS } from '#src/storage/limits.ts'
import type { DrawModel } from './types.ts'

/** Public data of the draws. */
export const Draws = createModel(
  (ports: Pick<Ports, 'api' | 'ids'>): DrawModel => ({
    get: id => ports.api.call('draw', { params: { id }, timeout: READ_TIMEOUT_MS.withoutCache }),
    async check({ secret, commitment }) {
      if (secret === undefined || commitment === null) return null
      // The commitment is the SHA-256 hash of the secret's bytes, which are given in hexadecimal.
      return (await ports.ids.sha256(fromHex(secret))) === commitment
    },
  }),
)
