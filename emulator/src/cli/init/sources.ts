import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The search stops after this many files, because a project can contain any number of generated files. */
const FILES_MAX = 500
const BYTES_MAX = 500_000
const DEPTH_MAX = 6

const isSource = (name: string): boolean => /\.(html|[cm]?[jt]sx?|vue|svelte)$/.test(name)
const isSearched = (name: string): boolean => !/^(\..*|node_modules|dist|build|coverage)$/.test(name)

/** The path is relative to the project's folder and uses `/`. */
export type Source = { readonly path: string; readonly text: string }

async function pathsIn(folder: string, below: string, depth: number): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => [])
  const sorted = entries.toSorted((a, b) => a.name.localeCompare(b.name))
  const files = sorted.filter(entry => entry.isFile() && isSource(entry.name))
  const folders = depth === DEPTH_MAX ? [] : sorted.filter(one => one.isDirectory() && isSearched(one.name))
  const paths = files.map(({ name }) => `${below}${name}`)
  for (const { name } of folders) {
    if (paths.length >= FILES_MAX) break
    paths.push(...(await pathsIn(folder, `${below}${name}/`, depth + 1)))
  }
  return paths
}

/** Reads the project's own HTML and scripts, each folder's files before those in its subfolders. */
export async function readSources(folder: string): Promise<readonly Source[]> {
  const paths = (await pathsIn(folder, '', 0)).slice(0, FILES_MAX)
  const sources = await Promise.all(
    paths.map(async path => ({ path, text: await readFile(join(folder, path), 'utf8').catch(() => '') })),
  )
  return sources.filter(({ text }) => text.length <= BYTES_MAX)
}
