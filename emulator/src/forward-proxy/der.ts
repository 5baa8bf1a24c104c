/** Encodes a DER value (ITU-T X.690): tag, length, contents. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(contents)
  if (body.length < 0x80) return Buffer.concat([Buffer.of(tag, body.length), body])
  const hex = body.length.toString(16)
  const length = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.of(tag, 0x80 | length.length), length, body])
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
export const set = (...parts: readonly Uint8Array[]): Buffer => der(0x31, ...parts)
export const octets = (content: Uint8Array): Buffer => der(0x04, content)
export const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text))
export const yes: Buffer = der(0x01, Buffer.of(0xff))

/** Encodes a positive integer from big-endian bytes. The first bit must be 0. */
export const integer = (...bytes: readonly number[]): Buffer => der(0x02, Buffer.from(bytes))

/** `unused` is the number of padding bits at the end of the last byte. */
export const bits = (content: Uint8Array, unused = 0): Buffer => der(0x03, Buffer.of(unused), content)

/** Encodes a value with the context-specific tag `[number]`, constructed unless `primitive`. */
export function tagged(number: number, content: Uint8Array, primitive = false): Buffer {
  return der((primitive ? 0x80 : 0xa0) | number, content)
}

export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const bytes = [first * 40 + second, ...rest].flatMap(arc => {
    const groups = [arc & 0x7f]
    for (let more = arc >>> 7; more > 0; more >>>= 7) groups.unshift((more & 0x7f) | 0x80)
    return groups
  })
  return der(0x06, Buffer.from(bytes))
}

/** RFC 5280 requires UTCTime before 2050 and GeneralizedTime from 2050. */
export function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`
  return date.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2)))
    : der(0x18, Buffer.from(digits))
}
