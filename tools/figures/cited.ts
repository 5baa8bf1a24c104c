import { HASH_LENGTH, type History } from './history.ts'
import { measured, rowOf } from './measured.ts'

export const DOCUMENTS = [
  'README.md',
  'emulator/README.md',
  'docs/performance.md',
  'docs/capacity.md',
  'docs/offline.md',
]

/** A cited measurement: the command and the commit that was measured. */
export type Cited = {
  readonly document: string
  readonly line: number
  readonly command: string
  readonly commit: string
}

const SOURCE = new RegExp(`\\(\`(np[mx] [^\`]+)\`, ([0-9a-f]{${HASH_LENGTH}})\\)`, 'g')

/** Returns the sources that a document cites as `(command, commit)`. */
export function citedIn(document: string, text: string): Cited[] {
  return text.split('\n').flatMap((content, index) =>
    Array.from(content.matchAll(SOURCE), ([, command = '', commit = '']) => ({
      document,
      line: index + 1,
      command,
      commit,
    })),
  )
}

/** Returns an error message, or null if the citation is valid. */
export function mistakeOf({ command, commit }: Cited, history: History | string): string | null {
  if (rowOf(command) === null) return `${command} has no row in tools/figures/measured.ts`
  if (typeof history !== 'string' && !history.has(commit)) return `${commit} is not a commit of this clone`
  return null
}

export const changesSince = ({ command, commit }: Cited, history: History): readonly string[] =>
  history.changesSince(commit, measured[rowOf(command) ?? ''] ?? [])

/** A table counts as figures if at least this share of its cells starts with a number. */
const MANY_NUMBERS = 0.4

/**
 * Returns the headings of sections that have a table of figures but cite no source. A section ends at the next heading
 * of any level. Sections under "Calculated" are exempt, because their figures follow from others.
 */
export function sectionsWithoutSource(document: string, text: string): string[] {
  const [measuredPart = ''] = text.split(/^## Calculated/m)
  return measuredPart.split(/^(?=#{1,6} )/m).flatMap(section => {
    const [heading = ''] = section.split('\n')
    return hasFigures(section) && citedIn(document, section).length === 0
      ? [`${document}: ${heading.replace(/^#+ /, '')}`]
      : []
  })
}

function hasFigures(section: string): boolean {
  const rows = section.split('\n').filter(line => /^\|(?![-:| ]+\|$)/.test(line))
  const cells = rows.slice(1).flatMap(row => row.split('|').slice(2, -1))
  const numbers = cells.filter(cell => /^\s*[*]*\d[\d.,]*[*]*(?!\w)/.test(cell))
  return cells.length > 0 && numbers.length >= cells.length * MANY_NUMBERS
}
