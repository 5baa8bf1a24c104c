/**
 * The hash of the draw's sealed list, for people. They compare the short form by eye: the first 16 of its 64 hexadecimal
 * digits, as `3F2A-9C01-77BE-10D4`.
 */

/** Digits of the short form. Finding another list with the same ones takes about 2^64 attempts. */
export const SHORT_DIGITS = 16

/** Returns the short form of a hash of 64 hexadecimal digits. */
export const shortHash = (hash: string): string =>
  (hash.slice(0, SHORT_DIGITS).toUpperCase().match(/.{4}/g) ?? []).join('-')
