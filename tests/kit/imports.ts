import { posix } from 'node:path'
import { table } from './architecture.ts'

/** Returns a message for each import that the table forbids. `files` maps paths from the project root to sources. */
export function violations(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([file, source]) => violationsOf(file, source))
}

function violationsOf(file: string, source: string): string[] {
  const home = folderOf(file)
  const row = home === null ? undefined : table[home]
  if (home === null || row === undefined) return [`${file} is in no folder of the table`]
  return importsOf(source).flatMap(specifier => {
    if (specifier === null)
      return row.addresses || row.folders.includes('*')
        ? []
        : [`${file} imports a path that is not a plain string`]
    const target = resolve(file, specifier)
    if (target.kind === 'package')
      return allows(row.packages, target.name) ? [] : [`${file} must not use the package ${target.name}`]
    const folder = folderOf(target.path)
    if (folder === null) return [`${file} imports ${target.path}, which is in no folder of the table`]
    if (folder === home || allows(row.folders, folder)) return []
    return [`${file} must not import ${folder} (${specifier})`]
  })
}

type Import = { readonly from: string; readonly to: string }

export function importsAmong(files: ReadonlyMap<string, string>): Import[] {
  return [...files].flatMap(([from, source]) =>
    importsOf(source).flatMap(specifier => {
      const target = specifier === null ? null : resolve(from, specifier)
      return target?.kind === 'file' && files.has(target.path) ? [{ from, to: target.path }] : []
    }),
  )
}

/**
 * Returns an import cycle among a folder's rooms, or an empty list. A room is a file, a subfolder, or both if they have
 * the same name.
 */
export function roomCycle(imports: readonly Import[], root: string): string[] {
  const roomOf = (path: string) =>
    path.startsWith(`${root}/`) ? (/^[^/.]+/.exec(path.slice(root.length + 1))?.[0] ?? path) : null
  return importCycle(imports, roomOf)
}

/** Like `roomCycle`, but `roomOf` returns the room of each file. Ignores files without a room. */
export function importCycle(
  imports: readonly Import[],
  roomOf: (path: string) => string | null = path => path,
): string[] {
  const edges = new Map<string, Map<string, string>>()
  for (const { from, to } of imports) {
    const [home, target] = [roomOf(from), roomOf(to)]
    if (home !== null && target !== null && home !== target)
      edges.set(home, (edges.get(home) ?? new Map()).set(target, `${from} imports ${to}`))
  }
  const done = new Set<string>()
  const walk = (room: string, way: readonly string[]): string[] => {
    if (way.includes(room)) {
      const around = [...way.slice(way.indexOf(room)), room]
      return around.slice(1).map((next, index) => edges.get(around[index] ?? '')?.get(next) ?? '')
    }
    if (done.has(room)) return []
    for (const next of edges.get(room)?.keys() ?? []) {
      const found = walk(next, [...way, room])
      if (found.length > 0) return found
    }
    done.add(room)
    return []
  }
  for (const room of edges.keys()) {
    const found = walk(room, [])
    if (found.length > 0) return found
  }
  return []
}

const allows = (list: readonly string[], name: string) => list.includes('*') || list.includes(name)

/**
 * Returns the name of the table's row that applies to a file: the file's own row or, failing that, its innermost
 * folder's.
 */
function folderOf(file: string): string | null {
  const names = Object.keys(table).filter(
    name => file === name || sameModule(file, name) || file.startsWith(`${name}/`),
  )
  return names.toSorted((a, b) => b.length - a.length)[0] ?? null
}

const sameModule = (file: string, name: string) =>
  /\.tsx?$/.test(name) && file.replace(/\.tsx?$/, '') === name.replace(/\.tsx?$/, '')

const patterns = [
  /(?:^|[;\n}])\s*(?:import|export)\s+(?:type\s+)?[\w*\s{},$]*?\sfrom\s*(['"])(?<path>[^'"]+)\1/g,
  /(?:^|[;\n}])\s*import\s*(['"])(?<path>[^'"]+)\1/g,
  /\b(?:import|require)\s*\(\s*(['"`])(?<path>[^'"`$]+)\1/g,
]

/** Returns all import specifiers of a source; null for a dynamic import whose argument is not a plain string. */
function importsOf(source: string): (string | null)[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1')
  const written = patterns.flatMap(pattern =>
    [...code.matchAll(pattern)].map(match => match.groups?.path ?? null),
  )
  const computed = [...code.matchAll(/(?<!\.)\bimport\s*\(\s*(?!\s*['"`])[^)\s]/g)].map(() => null)
  const spliced = [...code.matchAll(/(?<!\.)\bimport\s*\(\s*`[^`]*\$\{/g)].map(() => null)
  return [...written, ...computed, ...spliced]
}

type Target = { kind: 'package'; name: string } | { kind: 'file'; path: string }

function resolve(file: string, specifier: string): Target {
  const path = specifier.replace(/\?.*$/, '')
  // The emulator is a package with its own `imports`.
  if (file.startsWith('emulator/') && path.startsWith('#tests/'))
    return { kind: 'file', path: `emulator/${path.slice(1)}` }
  if (path.startsWith('#emulator-tests/'))
    return { kind: 'file', path: path.replace('#emulator-tests/', 'emulator/tests/') }
  if (path.startsWith('#emulator/'))
    return { kind: 'file', path: path.replace('#emulator/', 'emulator/src/') }
  if (path.startsWith('#')) return { kind: 'file', path: path.slice(1) }
  if (path.startsWith('.')) return { kind: 'file', path: posix.join(posix.dirname(file), path) }
  if (path.startsWith('node:')) return { kind: 'package', name: 'node' }
  const parts = path.split('/')
  return { kind: 'package', name: path.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? path) }
}
