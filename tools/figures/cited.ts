import { HASH_LENGTH, type History } from './history.ts'
import { measured, rowOf } from './measured.ts'

/** The documents whose figures name their source. */
export const DOCUMENTS = [
  'README.md',
  'emulator/README.md',
  'docs/performance.md',
  'docs/capacity.md',
  'docs/offline.md',
]

/** Figures in a document: the command that measured them, and the commit that was measured. */
export type Cited = {
  readonly document: string
  readonly line: number
  readonly command: string
  readonly commit: string
}

const SOURCE = new RegExp(`\\(\`(np[mx] [^\`]+)\`, ([0-9a-f]{${HASH_LENGTH}})\\)`, 'g')

/** Returns the sources that a document names in the form `(command, commit)`. */
export function citedIn(document: string, text: string): Cited[] {
  return text.split('\n').flatMap((content, index) =>
    Array.from(content.matchAll(SOURCE), ([, command = '', commit = '']) => ({
      ...{ document, line: index + 1, command, commit },
    })),
  )
}

/** Says what is wrong with a source, or null. */
export function mistakeOf({ command, commit }: Cited, history: History | string): string | null {
  if (rowOf(command) === null) return `${command} has no row in tools/figures/measured.ts`
  if (typeof history !== 'string' && !history.has(commit)) return `${commit} is not a commit of this clone`
  return null
}

/** Returns the changes of what a command measures since its figures. */
export const changesSince = ({ command, commit }: Cited, history: History): readonly string[] =>
  history.changesSince(commit, measured[rowOf(command) ?? ''] ?? [])

/** Share of cells that must start with a number, so that a table counts as one of figures. */
const MANY_NUMBERS = 0.4

/**
 * Returns the headings of sections with a table of figures that name no source. A section ends at the next heading of any
 * depth; everything under a heading that starts with "Calculated" follows from other figures.
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
