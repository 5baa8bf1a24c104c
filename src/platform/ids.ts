import type { Ids } from '#src/ports.ts'

const hex = (bytes: Uint8Array) => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** UUIDv7 of RFC 9562: 48 bits of time, the rest at random. */
export function uuidv7(now: number, random: Uint8Array): string {
  const bytes = Uint8Array.from(random.subarray(0, 16))
  let rest = now
  for (let i = 5; i >= 0; i -= 1) {
    bytes[i] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const ids: Ids = {
  uuid: () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(16))),
  sha256: async bytes => hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))),
  random: () => Math.random(),
}
