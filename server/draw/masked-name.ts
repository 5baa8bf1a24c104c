import { firstSyllable } from './thai-syllable.ts'

const letters = new Intl.Segmenter('th', { granularity: 'grapheme' })
const THAI = /^\p{Script=Thai}/u
const THAI_CONSONANT = /[ก-ฮ]/

const VISIBLE = 2

/**
 * Masks a winner's name for publication: สมชาย ใจดี becomes `สม*** จ***`, the first syllable and the initial of the
 * last name. Winners recognise themselves, but others cannot look them up.
 */
export function maskedName(firstName: string | null, lastName: string | null): string {
  if (!firstName) return '***'
  return `${firstPart(firstName.trim())}*** ${initial((lastName ?? '').trim())}***`
}

/** Returns the first syllable of a Thai name, or the first letters, but never the whole name. */
function firstPart(name: string): string {
  if (THAI.test(name)) {
    const syllable = firstSyllable(name)
    return syllable.length < name.length ? syllable : initial(name)
  }
  return graphemes(name)
    .slice(0, Math.min(VISIBLE, graphemes(name).length - 1))
    .join('')
}

/** The first letter; in Thai the first consonant, as in abbreviations. Empty if the name has only one letter. */
function initial(name: string): string {
  const [first = ''] = graphemes(name)
  const found = THAI.test(name) ? (THAI_CONSONANT.exec(name)?.[0] ?? '') : first
  return found.length < name.length ? found : ''
}

const graphemes = (name: string): string[] => [...letters.segment(name)].map(part => part.segment)
