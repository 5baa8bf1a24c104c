import { randomBytes } from 'node:crypto'

const POOL_BYTES = 8192

export type Random = { bytes(length: number): Uint8Array }

/** Reads the system's random bytes in large blocks, because a system call for every id would be slow. */
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
      // Copy the bytes, so that the caller does not share memory with the pool.
      return Uint8Array.from(pool.subarray(used - length, used))
    },
  }
}
