/** A UUIDv7 (RFC 9562): sorts by the moment it was made. `now` in milliseconds since 1970. */
export function uuidv7(now: number, random: { bytes(length: number): Uint8Array }): string {
  const bytes = random.bytes(16).slice()
  let time = now
  for (let index = 5; index >= 0; index--) {
    bytes[index] = time % 256
    time = Math.floor(time / 256)
  }
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Buffer.from(bytes).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
