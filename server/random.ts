import { randomBytes } from 'node:crypto'

const POOL_BYTES = 8192

/** Where random bytes come from. */
export type Random = { bytes(length: number): Uint8Array }

/** The system's random bytes, fetched many at a time: each call's id would otherwise cost a call of the system. */
export function systemRandom(): Random {
  let pool = randomBytes(POOL_BYTES)
  let used = 0
  return {
    bytes(length) {
      if (length > POOL_BYTES) return randomBytes(length)
      if (used + length > POOL_BYTES) {
        pool = randomBytes(POOL_BYTES)
        used = 0
      }
      used += length
      // A copy: what is given away must not be part of what comes next.
      return Uint8Array.from(pool.subarray(used - length, used))
    },
  }
}
