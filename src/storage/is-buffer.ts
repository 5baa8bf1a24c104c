/**
 * True if the value is an ArrayBuffer. `instanceof` fails for a buffer of another realm, so the tag is
 * compared.
 */
export const isBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === '[object ArrayBuffer]'
