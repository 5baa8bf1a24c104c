/** Crockford's base32: without I, L, O and U, which people confuse with other characters. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code of an invitation for a manager, without its hyphen. */
export const INVITATION_CODE = /^[0-9A-HJKMNP-TV-Z]{8}$/

/** Returns the code of eight random bytes. */
export const codeOf = (bytes: Uint8Array): string =>
  [...bytes].map(byte => ALPHABET[byte % ALPHABET.length]).join('')

/** Returns a typed code without spaces and hyphens, in upper case, and with the digits that O, I and L were read for. */
export const codeIn = (typed: string): string =>
  typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')

/** Returns a code as people read it: in two groups. */
export const shownCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`
