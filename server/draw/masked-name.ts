const letters = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** Returns the first letters of a name, including their Thai vowels and tone marks. */
const first = (name: string, count: number): string =>
  [...letters.segment(name)]
    .slice(0, count)
    .map(part => part.segment)
    .join('')

/** Masks a winner's name for publication: winners recognise themselves, but other people cannot look them up. */
export function maskedName(firstName: string | null, lastName: string | null): string {
  if (!firstName) return '***'
  return `${first(firstName, 2)}*** ${first(lastName ?? '', 1)}***`
}
