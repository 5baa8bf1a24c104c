/** People compare the short form by eye. Finding another list with the same digits takes about 2^64 attempts. */
export const SHORT_DIGITS = 16

/** Formats the first 16 digits of a SHA-256 in hexadecimal, as `3F2A-9C01-77BE-10D4`. */
export const shortHash = (hash: string): string =>
  (hash.slice(0, SHORT_DIGITS).toUpperCase().match(/.{4}/g) ?? []).join('-')
