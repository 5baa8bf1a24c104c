import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { tarWriter } from '#server/cli/tar.ts'
import { readPackedPackage } from '#tools/release/packed-package.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

type Manifest = { readonly name: string; readonly version: string }

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** Packs an installed package as npm does, with its files in the archive's folder `package`. */
async function archiveOf(folder: string): Promise<Buffer> {
  const around = await mkdtemp(join(tmpdir(), 'archive-'))
  try {
    const path = join(around, 'package.tar')
    const file = await open(path, 'w')
    const tar = tarWriter(file)
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    for (const entry of entries.filter(one => one.isFile())) {
      const from = join(entry.parentPath, entry.name)
      const name = relative(folder, from).replaceAll('\\', '/')
      if (name.startsWith('node_modules/')) continue
      const bytes = await readFile(from)
      await tar.add(`package/${name}`, bytes.length, [bytes])
    }
    await tar.end()
    await file.close()
    return gzipSync(await readFile(path), { level: 1 })
  } finally {
    await rm(around, { recursive: true })
  }
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: object }
const paths = Object.keys(lock.packages)

/** Returns the folders of all installed versions of a package. */
function foldersOf(name: string): string[] {
  return paths
    .filter(path => path.startsWith('node_modules/') && path.endsWith(`node_modules/${name}`))
    .map(path => join(root, path))
}

export type PackageRegistry = { readonly url: string; readonly close: () => Promise<void> }

/**
 * Starts a local registry with packed packages and, if `installed` is true, the packages that this project has
 * installed. It redirects all other requests to the registry that npm uses here.
 */
export async function startPackageRegistry(
  archives: readonly string[],
  { installed = false } = {},
): Promise<PackageRegistry> {
  let url = ''
  const elsewhere = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const packed = new Map(archives.map(path => [readPackedPackage(path).manifest.name, path]))
  const versionsOf = (name: string): readonly Manifest[] => {
    const own = packed.get(name)
    if (own !== undefined) return [readPackedPackage(own).manifest]
    return installed ? foldersOf(name).map(manifestIn) : []
  }
  const document = (name: string) => {
    const versions = versionsOf(name).map(one => {
      const tarball = `${url}-/${one.version}/${encodeURIComponent(name)}`
      return [one.version, { ...one, dist: { tarball } }]
    })
    const latest = versionsOf(name)[0]?.version
    return JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(versions) })
  }
  const archive = (name: string, version: string) => {
    const own = packed.get(name)
    if (own !== undefined) return readFile(own)
    return archiveOf(foldersOf(name).find(folder => manifestIn(folder).version === version) ?? '')
  }
  const server = createServer(async ({ url: path = '/' }, response) => {
    const [, version, wanted] = /^\/-\/([\d.a-z-]+)\/(.+)$/.exec(path) ?? []
    if (version && wanted) return response.end(await archive(decodeURIComponent(wanted), version))
    const name = decodeURIComponent(path.slice(1))
    if (versionsOf(name).length === 0)
      return response.writeHead(302, { location: new URL(path.slice(1), elsewhere).href }).end()
    return response.setHeader('content-type', 'application/json').end(document(name))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { url, close: () => new Promise(resolve => server.close(() => resolve())) }
}
