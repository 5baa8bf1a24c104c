/** Crockford's base32: without I, L, O and U, which are easily confused with other characters. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** An invitation code without its hyphen. */
export const INVITATION_CODE = /^[0-9A-HJKMNP-TV-Z]{8}$/

export const codeOf = (bytes: Uint8Array): string =>
  [...bytes].map(byte => ALPHABET[byte % ALPHABET.length]).join('')

/** Normalises a typed code: removes spaces and hyphens, converts to upper case, and replaces O, I and L with digits. */
export const codeIn = (typed: string): string =>
  typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')

export const shownCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`
