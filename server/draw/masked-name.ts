import { firstSyllable } from './thai-syllable.ts'

const letters = new Intl.Segmenter('th', { granularity: 'grapheme' })
const THAI = /^\p{Script=Thai}/u
const THAI_CONSONANT = /[ก-ฮ]/

/** Letters of a name in another script that stay visible. */
const VISIBLE = 2

/**
 * Masks a winner's name for publication, for example `สม*** จ***` for สมชาย ใจดี: the first syllable and the initial of the
 * last name. Winners recognise themselves, but other people cannot look them up. The name is never shown completely.
 */
export function maskedName(firstName: string | null, lastName: string | null): string {
  if (!firstName) return '***'
  return `${firstPart(firstName.trim())}*** ${initial((lastName ?? '').trim())}***`
}

/** The first syllable of a Thai name or the first letters of another one; of a name with only that, the initial. */
function firstPart(name: string): string {
  if (THAI.test(name)) {
    const syllable = firstSyllable(name)
    return syllable.length < name.length ? syllable : initial(name)
  }
  return graphemes(name)
    .slice(0, Math.min(VISIBLE, graphemes(name).length - 1))
    .join('')
}

/** The initial of a name: in Thai the first consonant, as in abbreviations. Empty if the name has only one letter. */
function initial(name: string): string {
  const [first = ''] = graphemes(name)
  const found = THAI.test(name) ? (THAI_CONSONANT.exec(name)?.[0] ?? '') : first
  return found.length < name.length ? found : ''
}

const graphemes = (name: string): string[] => [...letters.segment(name)].map(part => part.segment)
