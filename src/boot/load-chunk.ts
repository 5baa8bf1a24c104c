/**
 * Loads the app's scripts by their names. The build puts this file inline into the document, with the table of all
 * scripts (`build/chunk-table.ts`), so it must not import anything and should be small.
 *
 * A script's file contains a function of the exports of the scripts that it imports. So the files name no other files,
 * and may arrive in any order: all files that a script needs are requested at once, and run when all have arrived. One
 * of the two documents contains the first scripts, so that they need no request (`build/inline-document.ts`).
 */

type Exports = Readonly<Record<string, unknown>>
type Factory = (...imported: (Exports | undefined)[]) => Exports

/**
 * A row per script: its file without the extension, and the rows of the scripts that it imports as one digit each (base
 * 36). Each row comes after those that it imports.
 */
const rows = '__CHUNKS__'.split(',').map(row => row.split(' ') as [file: string, imports: string])
/** The rows of the scripts that the document contains, as digits. Empty if the document names their files instead. */
const inline = '__INLINE__'
const factories: Factory[] = []
const loaded: Exports[] = []

/** Resolves when the document has been read to its end, also if it was cut off, or should not be waited for any longer. */
let release: (value?: unknown) => void
const whole = new Promise(resolve => {
  release = resolve
})
/** The entry script needs the document's elements. */
const parsed = new Promise(resolve => document.addEventListener('readystatechange', resolve, { once: true }))
void parsed.then(() => release())

const row = (index: number) => rows[index] as (typeof rows)[number]
/** The file's name ends with a hyphen and a hash of 6 characters. */
const nameOf = (index: number) => row(index)[0].slice(0, -7)
const fileOf = (index: number) => `/assets/${row(index)[0]}.js`
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
      if (!factories[index] && inline.includes(index.toString(36))) await whole
      factories[index] ??= (await import(/* @vite-ignore */ fileOf(index))).default
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

/** Applies the styles that a script contains, after all earlier ones: home's may be at the end of the body. */
load.style = (css: string) => {
  document.body.append(Object.assign(document.createElement('style'), { textContent: css }))
}

/** Takes a script that the document contains. Scripts that it imports come first. Runs the entry script at once. */
load.add = (index: number, factory: Factory) => {
  factories[index] ??= factory
  if (nameOf(index) === 'index') run('index')
}

/** Returns the files of the first screen's scripts that have not arrived. */
load.missing = () => rowsOf('view').flatMap(index => (factories[index] ? [] : fileOf(index)))

/** Loads and runs the entry script without waiting for the rest of the document. */
load.now = () => {
  release()
  return load('index')
}

Object.assign(window, { loadChunk: load })

Promise.all([fetchFiles('index'), parsed]).then(
  () => run('index'),
  // `entry-retry.ts` requests the files again.
  () => document.dispatchEvent(new Event('error')),
)
