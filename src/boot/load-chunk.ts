/**
 * Loads the app's scripts by their names. The build puts this file inline into index.html, with the table of all
 * scripts (`build/chunk-table.ts`), so it must not import anything and should be small.
 *
 * A script's file contains a function of the exports of the scripts that it imports. So the files name no other files,
 * and may arrive in any order: all files that a script needs are requested at once, and run when all have arrived.
 */

type Exports = Readonly<Record<string, unknown>>
type Factory = (...imported: (Exports | undefined)[]) => Exports

/**
 * A row per script: its file without the extension, the rows of the scripts that it imports as one digit each (base 36),
 * and the hash of its style sheet if it has one. Each row comes after those that it imports.
 */
const rows = '__CHUNKS__'
  .split(',')
  .map(row => row.split(' ') as [file: string, imports: string, sheet?: string])
const factories: Factory[] = []
const loaded: Exports[] = []

const row = (index: number) => rows[index] as (typeof rows)[number]
/** The file's name ends with a hyphen and a hash of 6 characters. */
const nameOf = (index: number) => row(index)[0].slice(0, -7)
const importsOf = (index: number) => [...row(index)[1]].map(digit => Number.parseInt(digit, 36))

/** Returns the rows of the named script and of all scripts that it needs, the needed ones first. */
function rowsOf(name: string): readonly number[] {
  const needed = [rows.findIndex((_, index) => nameOf(index) === name)]
  // The loop also visits the rows that it adds.
  for (const index of needed) needed.push(...importsOf(index).filter(imported => !needed.includes(imported)))
  return needed.sort((a, b) => a - b)
}

/** Loads the files of a script and of the scripts that it needs. Files that failed are requested again by the next call. */
const fetchFiles = (name: string) =>
  Promise.all(
    rowsOf(name).map(async index => {
      const file = `/assets/${row(index)[0]}.js`
      factories[index] ??= (await import(/* @vite-ignore */ file)).default
    }),
  )

/** Runs a script after the scripts that it needs, each of them once, and returns its exports. */
const run = (name: string) =>
  rowsOf(name)
    .map(index => {
      loaded[index] ??= (factories[index] as Factory)(...importsOf(index).map(imported => loaded[imported]))
      return loaded[index]
    })
    .pop()

const load = async (name: string) => {
  await fetchFiles(name)
  return run(name)
}

/** Returns the style sheets of a script and of the scripts that it needs. */
load.styles = (name: string) =>
  rowsOf(name).flatMap(index => (row(index)[2] ? `assets/${nameOf(index)}-${row(index)[2]}.css` : []))

Object.assign(window, { loadChunk: load })

Promise.all([
  fetchFiles('index'),
  // The entry script needs the document's elements.
  new Promise(resolve => document.addEventListener('readystatechange', resolve, { once: true })),
]).then(
  () => run('index'),
  // `entry-retry.ts` requests the files again.
  () => {},
)
