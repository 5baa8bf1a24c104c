/** Parses `docs/spec-coverage.md` and its pages, and checks that every file, test and case that they name exists. */

/** One sentence of the specification: its id, such as `S4.12`, its text, the code that implements it, and its proof. */
export type Row = {
  readonly id: string
  readonly says: string
  readonly doneBy: string
  readonly shown: string
}

/** A row of the deviations table. `ids` contains the ids of the sentences that the row is about. */
export type Deviation = {
  readonly ids: readonly string[]
  readonly says: string
  readonly happens: string
  readonly why: string
}

/**
 * The things that the documents may name: test sources (by a path relative to `tests/`, or one that starts with
 * `emulator/`), conformance ids, and files.
 */
export type Project = {
  readonly tests: ReadonlyMap<string, string>
  readonly cases: ReadonlySet<string>
  readonly isFile: (path: string) => boolean
}

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim())

/** Returns the rows of all tables except the deviations table. The first column of each row is a single id. */
export function rowsOf(markdown: string): readonly Row[] {
  return coverageTables(markdown).flatMap(line => {
    const [id = '', says = '', doneBy = '', shown = ''] = cellsOf(line)
    return /^S\d+\.\d+$/.test(id) ? [{ id, says, doneBy, shown }] : []
  })
}

/** Returns the rows of the deviations table, which has its own heading and comes last in its document. */
export function deviationsOf(markdown: string): readonly Deviation[] {
  return deviationTable(markdown).flatMap(line => {
    const [ids = '', says = '', happens = '', why = ''] = cellsOf(line)
    return /^S\d/.test(ids) ? [{ ids: ids.split(', '), says, happens, why }] : []
  })
}

/** Returns the lines under `## Deviations`, up to the next heading. */
function deviationTable(markdown: string): readonly string[] {
  const [, after = ''] = markdown.split(/^## Deviations$/m)
  const [table = ''] = after.split(/^#{1,2} /m)
  return table.split('\n')
}

function coverageTables(markdown: string): readonly string[] {
  const deviations = new Set(deviationTable(markdown))
  return markdown.split('\n').filter(line => !deviations.has(line))
}

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, inside = '']) => inside)

/** Returns the reason of a row whose proof is `gap: reason`, or null if the row names a proof. */
const reasonOf = ({ shown }: Row): string | null => /^gap: (.{10,})$/.exec(shown)?.[1] ?? null

/** Returns the conformance ids and the `path › title` tests that a row names as its proof. */
export function proofsOf(row: Row): { readonly cases: readonly string[]; readonly tests: readonly string[] } {
  const names = reasonOf(row) === null ? quoted(row.shown) : []
  return {
    cases: names.filter(name => !name.includes(' › ')),
    tests: names.filter(name => name.includes(' › ')),
  }
}

const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const beforeTitle =
  /\b(?:test|it)(?:\.(?:each|for|runIf|step|only)\b)?\s*\($|\)\s*\($|\]\s*(?:as const)?\s*\)\s*\($/

/** Test titles by source, cached because several rows cite tests of the same file. */
const titlesBySource = new Map<string, ReadonlySet<string>>()

/** Returns the test titles as they appear in a test file's source, with `%s` and `${…}`. Skipped tests are left out. */
export function titlesOf(source: string): ReadonlySet<string> {
  const known = titlesBySource.get(source)
  if (known !== undefined) return known
  const titles = [...source.matchAll(literal)].flatMap(match => {
    const before = source.slice(Math.max(0, match.index - 400), match.index).trimEnd()
    const commented = /^\s*\/\//.test(before.slice(before.lastIndexOf('\n') + 1))
    if (commented || !beforeTitle.test(before)) return []
    const text = match[1] ?? match[2] ?? match[3] ?? ''
    return [text.replace(/\\(['"`\\])/g, '$1')]
  })
  const found = new Set(titles)
  titlesBySource.set(source, found)
  return found
}

/** True if the title exists. If it ends in `…`, only the part before that must match the beginning of a title. */
function hasTitle(titles: ReadonlySet<string>, title: string): boolean {
  if (!title.endsWith('…')) return titles.has(title)
  const start = title.slice(0, -1)
  return start.length >= 10 && [...titles].some(one => one.startsWith(start))
}

const unknownCases = (id: string, cases: readonly string[], project: Project): readonly string[] =>
  cases.filter(name => !project.cases.has(name)).map(name => `${id}: no conformance case ${name}`)

function proofProblems(row: Row, project: Project): readonly string[] {
  const { cases, tests } = proofsOf(row)
  const missing = tests.flatMap(name => {
    const [path = '', title = ''] = name.split(' › ')
    const source = project.tests.get(path)
    if (source === undefined) return [`${row.id}: no test file ${path}`]
    return hasTitle(titlesOf(source), title) ? [] : [`${row.id}: ${path} has no test "${title}"`]
  })
  return [...unknownCases(row.id, cases, project), ...missing]
}

function rowProblems(row: Row, project: Project): readonly string[] {
  const named = quoted(row.doneBy).filter(path => path.includes('/'))
  const files = named.filter(path => !project.isFile(path.startsWith('@') ? `node_modules/${path}` : path))
  const { cases, tests } = proofsOf(row)
  return [
    ...(row.says === '' || row.doneBy === '' ? [`${row.id}: an empty cell`] : []),
    ...files.map(path => `${row.id}: no file ${path}`),
    ...(reasonOf(row) === null && cases.length + tests.length === 0
      ? [`${row.id}: neither shown nor a gap`]
      : []),
    ...proofProblems(row, project),
  ]
}

/** Matches text that looks like a conformance id rather than a parameter, a path or an address. */
const caseLike = /^[a-z][\w.]*(?:-[\w.]+)+$/i

/** Compares the *differs* marks of the rows with the deviations table, and checks the cases that the table names. */
function deviationProblems(markdown: string, rows: readonly Row[], project: Project): readonly string[] {
  const deviations = deviationsOf(markdown)
  const listed = deviations.flatMap(({ ids }) => ids)
  const marked = rows.filter(({ doneBy }) => doneBy.includes('#deviations)')).map(({ id }) => id)
  return [
    ...marked.filter(id => !listed.includes(id)).map(id => `${id}: marked, but not in the deviations`),
    ...listed.filter(id => !marked.includes(id)).map(id => `${id}: in the deviations, but not marked`),
    ...listed.filter((id, index) => listed.indexOf(id) !== index).map(id => `${id}: two deviations`),
    ...deviations.flatMap(({ ids, says, happens, why }) => [
      ...([says, happens, why].includes('') ? [`${ids}: an empty cell`] : []),
      ...unknownCases(
        ids.join(', '),
        quoted(happens).filter(name => caseLike.test(name)),
        project,
      ),
    ]),
  ]
}

/** Returns the line of counts that the index must contain. */
function countsOf(rows: readonly Row[]): string {
  const having = (kind: 'cases' | 'tests') => rows.filter(row => proofsOf(row)[kind].length > 0).length
  const gaps = rows.filter(row => reasonOf(row) !== null).length
  return `${rows.length} sentences: ${having('tests')} shown by tests, ${having('cases')} by conformance cases, ${gaps} gaps.`
}

/** Returns every error in the documents, or an empty list if there is none. */
export function coverageProblems(markdown: string, project: Project): readonly string[] {
  const rows = rowsOf(markdown)
  const ids = rows.map(({ id }) => id)
  const sections = Array.from({ length: 9 }, (_, index) => `S${index + 1}`)
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map(id => `${id}: twice`),
    ...sections.filter(one => !ids.some(id => id.startsWith(`${one}.`))).map(one => `${one}: no row`),
    ...(markdown.includes(countsOf(rows)) ? [] : [`the counts are: ${countsOf(rows)}`]),
    ...deviationProblems(markdown, rows, project),
    ...rows.flatMap(row => rowProblems(row, project)),
  ]
}
