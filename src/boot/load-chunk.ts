/**
 * Loads the app's scripts by name. The build inlines this file with the table of all scripts (`build/chunk-table.ts`),
 * so it must be small and must not import anything.
 * Each script file exports a function that takes the exports of its imports. Files do not reference each other and may
 * arrive in any order: all required files are requested at once and run when the last one has arrived. One of the two
 * documents contains the first scripts (`build/inline-document.ts`).
 */

type Exports = Readonly<Record<string, unknown>>
type Factory = (...imported: (Exports | undefined)[]) => Exports

/**
 * One row per script: its file name without the extension, and the rows of its imports as one base-36 digit each.
 * Imports come before the scripts that use them.
 */
const rows = '__CHUNKS__'.split(',').map(row => row.split(' ') as [file: string, imports: string])
/** The rows of the scripts that the document contains, as digits. */
const inline = '__INLINE__'
const factories: Factory[] = []
const loaded: Exports[] = []

/** Resolves when the document has been parsed, even if it was cut off, or when `load.now` is called. */
let release: (value?: unknown) => void
const whole = new Promise(resolve => {
  release = resolve
})
/** Resolves once the document's elements exist, which the entry script needs. */
const parsed = new Promise(resolve => document.addEventListener('readystatechange', resolve, { once: true }))
void parsed.then(() => release())

const row = (index: number) => rows[index] as (typeof rows)[number]
/** Removes the hyphen and the 6-character hash from the file name. */
const nameOf = (index: number) => row(index)[0].slice(0, -7)
const fileOf = (index: number) => `/assets/${row(index)[0]}.js`
const importsOf = (index: number) => [...row(index)[1]].map(digit => Number.parseInt(digit, 36))

/** Returns the rows of the named script and its transitive imports, imports first. */
function rowsOf(name: string): readonly number[] {
  const needed = [rows.findIndex((_, index) => nameOf(index) === name)]
  // The loop also visits the rows that it appends.
  for (const index of needed) needed.push(...importsOf(index).filter(imported => !needed.includes(imported)))
  return needed.sort((a, b) => a - b)
}

/** If a file fails to load, the next call requests it again. */
const fetchFiles = (name: string) =>
  Promise.all(
    rowsOf(name).map(async index => {
      if (!factories[index] && inline.includes(index.toString(36))) await whole
      factories[index] ??= (await import(/* @vite-ignore */ fileOf(index))).default
    }),
  )

/** Runs a script and its imports, each only once, and returns the script's exports. */
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

/** Appends the styles after all earlier ones, because the styles of home may be at the end of the body. */
load.style = (css: string) => {
  document.body.append(Object.assign(document.createElement('style'), { textContent: css }))
}

/** Registers a script in the document; its imports come first. Runs the entry script immediately. */
load.add = (index: number, factory: Factory) => {
  factories[index] ??= factory
  if (nameOf(index) === 'index') run('index')
}

/** The first screen's script files that have not arrived yet. */
load.missing = () => rowsOf('view').flatMap(index => (factories[index] ? [] : fileOf(index)))

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
