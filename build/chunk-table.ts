import { createHash } from 'node:crypto'
import type { Rolldown } from 'vite'
import { type ChunkFactory, chunkFactory, importedFiles } from './chunk-factory.ts'
import { changingExports } from './live-bindings.ts'

export type Chunk = Rolldown.OutputChunk

/** A built script. `file` is a path such as `assets/home-Ab12Cd.js`. */
export type Script = {
  readonly name: string
  readonly file: string
  readonly code: string
  readonly imports: readonly Script[]
}

/** 36 bits are enough to distinguish the versions of a file, and the document contains all names. */
export const HASH_LENGTH = 6

export const hashOf = (text: string) =>
  createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH)

/**
 * Rewrites and names the scripts. Returns the scripts, each after its imports. `stylesOf` returns the rules that a
 * script applies.
 */
export function scriptsOf(
  chunks: readonly Chunk[],
  banner: (name: string) => string,
  stylesOf: (chunk: Chunk) => string = () => '',
): ReadonlyMap<Chunk, Script> {
  const names = chunks.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice) throw new Error(`two scripts have the name ${twice}`)
  const sorted = importedFirst(chunks)
  const files = new Map(sorted.map(({ fileName, name }) => [fileName, name]))
  const factories = new Map(
    sorted.map(chunk => [chunk.fileName, chunkFactory(chunk.fileName, chunk.code, files, stylesOf(chunk))]),
  )
  for (const chunk of chunks) checkExports(chunk, [...factories.values()])
  const scripts = new Map<string, Script>()
  for (const { name, fileName } of sorted) {
    const { code, reads } = factories.get(fileName) as ChunkFactory
    const whole = banner(name) + code
    const imports = [...reads.keys()].map(file => scripts.get(file) as Script)
    scripts.set(fileName, { name, file: `assets/${name}-${hashOf(whole)}.js`, code: whole, imports })
  }
  return new Map(sorted.map(chunk => [chunk, scripts.get(chunk.fileName) as Script]))
}

/** Sorts chunks so that each one comes after its imports; imported chunks come first. */
function importedFirst(chunks: readonly Chunk[]): readonly Chunk[] {
  const byFile = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const sorted = new Set<Chunk>()
  const imported = new Set<Chunk>()
  const add = (chunk: Chunk, path: readonly Chunk[]) => {
    if (path.includes(chunk))
      throw new Error(
        `scripts import each other in a circle: ${[...path, chunk].map(({ name }) => name).join(', ')}`,
      )
    for (const file of sorted.has(chunk) ? [] : importedFiles(chunk.fileName, chunk.code)) {
      const next = byFile.get(file)
      if (!next) throw new Error(`${chunk.name} imports ${file}, which is not a built script`)
      imported.add(next)
      add(next, [...path, chunk])
    }
    sorted.add(chunk)
  }
  for (const chunk of chunks.toSorted((a, b) => (a.name < b.name ? -1 : 1))) add(chunk, [])
  return [...sorted].toSorted((a, b) => Number(imported.has(b)) - Number(imported.has(a)))
}

/** Throws if an export changes later: other scripts read it only once. */
function checkExports({ name, fileName, code }: Chunk, factories: readonly ChunkFactory[]): void {
  const reads = factories.filter(({ reads }) => reads.has(fileName)).map(({ reads }) => reads.get(fileName))
  const changing = changingExports(code, exported => reads.some(names => !names || names.includes(exported)))
  if (changing.length > 0)
    throw new Error(`${name}: other scripts read ${changing}, which is assigned after the script has run`)
}

/** Returns the table of all scripts in the format that `src/boot/load-chunk.ts` reads. */
export function tableOf(scripts: readonly Script[]): string {
  const last = Math.max(...scripts.flatMap(({ imports }) => imports.map(script => scripts.indexOf(script))))
  if (last >= 36) throw new Error('more than 36 scripts are imported: merge some (build/chunks.ts)')
  return scripts
    .map(({ file, imports }) => {
      const digits = imports.map(imported => scripts.indexOf(imported).toString(36)).join('')
      return `${file.slice('assets/'.length, -'.js'.length)} ${digits}`
    })
    .join(',')
}

export function withImports(scripts: readonly Script[]): readonly Script[] {
  return [...new Set(scripts.flatMap(script => [...withImports(script.imports), script]))]
}
