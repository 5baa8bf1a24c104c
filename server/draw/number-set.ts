/** Prefix, running number and check digit, as written by `ticketNumberOf`. */
const NUMBER = /^(.+)-(\d{6,9})-\d$/

/**
 * A set of ticket numbers that uses one bit per number, to save memory. `add` returns false for a duplicate, for an
 * invalid number, or if the prefix differs from the first one.
 */
export function createNumberSet() {
  let bits = new Uint8Array(1024)
  let prefix: string | null = null
  return {
    add(number: string): boolean {
      const [, given, digits] = NUMBER.exec(number) ?? []
      if (given === undefined || (prefix !== null && given !== prefix)) return false
      prefix = given
      const no = Number(digits)
      const index = no >> 3
      if (index >= bits.length) {
        const more = new Uint8Array(Math.max(index + 1, bits.length * 2))
        more.set(bits)
        bits = more
      }
      const bit = 1 << (no & 7)
      const known = bits[index] ?? 0
      bits[index] = known | bit
      return (known & bit) === 0
    },
  }
}
