/** Reads `docs/spec-coverage.md` and the pages of its folder, one after the other, and holds what it names against what there is. */

/** A row: an id such as `S4.12` (`D3`: a difference), what is specified, what fulfils it, what shows it. */
export type Row = {
  readonly id: string
  readonly says: string
  readonly ours: string
  readonly shown: string
}

/** What there is to name: test files by their path under `tests/`, conformance ids, and whether a file exists. */
export type Project = {
  readonly tests: ReadonlyMap<string, string>
  readonly cases: ReadonlySet<string>
  readonly isFile: (path: string) => boolean
}

const isSentence = ({ id }: Row) => id.startsWith('S')

/** The rows of the tables whose first column is an id. */
export function rowsOf(markdown: string): readonly Row[] {
  return markdown.split('\n').flatMap(line => {
    const [id = '', says = '', ours = '', shown = ''] = line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim())
    return /^(S\d+\.|D)\d+$/.test(id) ? [{ id, says, ours, shown }] : []
  })
}

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, inside = '']) => inside)

/** `gap: why` in place of a test: a sentence that no test shows, or that states no behaviour of ours to show. */
const reasonOf = ({ shown }: Row): string | null => /^gap: (.{10,})$/.exec(shown)?.[1] ?? null

/** What a row names as its proof: conformance ids apart from `path › title`. */
function proofsOf(row: Row): { readonly cases: readonly string[]; readonly tests: readonly string[] } {
  const names = reasonOf(row) === null ? quoted(row.shown) : []
  return {
    cases: names.filter(name => !name.includes(' › ')),
    tests: names.filter(name => name.includes(' › ')),
  }
}

const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const beforeTitle =
  /\b(?:test|it)(?:\.(?:each|for|runIf|step|only)\b)?\s*\($|\)\s*\($|\]\s*(?:as const)?\s*\)\s*\($/

/**
 * Titles of a test file as they stand in its source: `%s` and `${…}` are not filled in. A title is the text that
 * follows `test(`, `it(`, `test.step(` or the brackets of `test.each(…)`; skipped tests have none.
 */
export function titlesOf(source: string): ReadonlySet<string> {
  const titles = [...source.matchAll(literal)].flatMap(match => {
    const before = source.slice(Math.max(0, match.index - 400), match.index).trimEnd()
    const commented = /^\s*\/\//.test(before.slice(before.lastIndexOf('\n') + 1))
    if (commented || !beforeTitle.test(before)) return []
    const text = match[1] ?? match[2] ?? match[3] ?? ''
    return [text.replace(/\\(['"`\\])/g, '$1')]
  })
  return new Set(titles)
}

/** Whether the title is there; one that ends in `…` needs only its beginning. */
function hasTitle(titles: ReadonlySet<string>, title: string): boolean {
  if (!title.endsWith('…')) return titles.has(title)
  const start = title.slice(0, -1)
  return start.length >= 10 && [...titles].some(one => one.startsWith(start))
}

function proofProblems(row: Row, project: Project): readonly string[] {
  const { cases, tests } = proofsOf(row)
  const unknown = cases.filter(id => !project.cases.has(id)).map(id => `${row.id}: no conformance case ${id}`)
  const missing = tests.flatMap(name => {
    const [path = '', title = ''] = name.split(' › ')
    const source = project.tests.get(path)
    if (source === undefined) return [`${row.id}: no test file ${path}`]
    return hasTitle(titlesOf(source), title) ? [] : [`${row.id}: ${path} has no test "${title}"`]
  })
  return [...unknown, ...missing]
}

function rowProblems(row: Row, project: Project): readonly string[] {
  const named = isSentence(row) ? quoted(row.ours).filter(path => path.includes('/')) : []
  const files = named.filter(path => !project.isFile(path))
  const { cases, tests } = proofsOf(row)
  return [
    ...(row.says === '' || row.ours === '' ? [`${row.id}: an empty cell`] : []),
    ...files.map(path => `${row.id}: no file ${path}`),
    ...(reasonOf(row) === null && cases.length + tests.length === 0
      ? [`${row.id}: neither shown nor a gap`]
      : []),
    ...proofProblems(row, project),
  ]
}

/** Counts of the table, as its head states them. */
function countsOf(all: readonly Row[]): string {
  const rows = all.filter(isSentence)
  const having = (kind: 'cases' | 'tests') => rows.filter(row => proofsOf(row)[kind].length > 0).length
  const gaps = rows.filter(row => reasonOf(row) !== null).length
  return `${rows.length} sentences: ${having('tests')} shown by tests, ${having('cases')} by conformance cases, ${gaps} gaps.`
}

/** Everything that is wrong with the document; empty when all it names is there. */
export function coverageProblems(markdown: string, project: Project): readonly string[] {
  const rows = rowsOf(markdown)
  const ids = rows.map(({ id }) => id)
  const sections = Array.from({ length: 9 }, (_, index) => `S${index + 1}`)
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map(id => `${id}: twice`),
    ...sections.filter(one => !ids.some(id => id.startsWith(`${one}.`))).map(one => `${one}: no row`),
    ...(markdown.includes(countsOf(rows)) ? [] : [`the counts are: ${countsOf(rows)}`]),
    ...rows.flatMap(row => rowProblems(row, project)),
  ]
}
