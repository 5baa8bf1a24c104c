import * as v from 'valibot'

/** A text in Thai and English. */
export const words = v.strictObject({ th: v.string(), en: v.string() })
