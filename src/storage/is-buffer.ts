/** Compares the object's tag, because `instanceof` fails for a buffer from another realm, such as a frame. */
export const isBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === '[object ArrayBuffer]'
