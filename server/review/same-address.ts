const NOISE = /บ้านเลขที่|เลขที่|หมู่ที่|หมู่|ม\.|ซอย|ซ\.|ถนน|ถ\.|no\.|moo|soi|road|rd\.?|[\s.,()-]/giu

/** Compares two address lines without the words for number, village, lane and road, which are often abbreviated. */
export const sameAddress = (one: string, other: string): boolean => keyOf(one) === keyOf(other)

const keyOf = (line: string): string => line.normalize('NFC').toLowerCase().replace(NOISE, '')
