const letters = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** The first letters of a name, with the vowels and tones that belong to them. */
const first = (name: string, count: number): string =>
  [...letters.segment(name)]
    .slice(0, count)
    .map(part => part.segment)
    .join('')

/** A winner's name as it is published: enough to recognise oneself by, too little to be looked up. */
export function maskedName(firstName: string | null, lastName: string | null): string {
  if (!firstName) return '***'
  return `${first(firstName, 2)}*** ${first(lastName ?? '', 1)}***`
}
