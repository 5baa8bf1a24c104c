import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

/** Number of releases whose built app is kept. */
export const KEPT_RELEASES = 3
/** Largest archive of a release, in bytes. */
export const MAX_RELEASE_BYTES = 300_000

/** The folder with one archive for each kept release. `tools/pack-release.ts` writes them. */
export const releasesFolder = fileURLToPath(new URL('../fixtures/releases', import.meta.url))

/** The built app of a release, as JSON compressed with brotli. */
export type Release = {
  /** The version in `package.json`. */
  readonly version: string
  /** The id of the commit that was built. */
  readonly commit: string
  /** When the commit was made, as an ISO time in UTC. Releases are in this order. */
  readonly committedAt: string
  /** The texts of its files, by path: scripts, styles, documents, lists, licences, and the icon that its worker caches. */
  readonly files: Readonly<Record<string, string>>
}

/** A kept release, and the size of its archive in bytes. */
export type KeptRelease = Release & { readonly archive: string; readonly bytes: number }

/** Returns the kept releases, oldest first. */
export function keptReleases(): readonly KeptRelease[] {
  return readdirSync(releasesFolder)
    .map(archive => {
      const packed = readFileSync(join(releasesFolder, archive))
      const release = JSON.parse(brotliDecompressSync(packed).toString()) as Release
      return { ...release, archive, bytes: packed.length }
    })
    .toSorted((a, b) => (a.committedAt < b.committedAt ? -1 : 1))
}

/** Writes the files of a release to a folder, from which the server can serve them. */
export async function unpackRelease({ files }: Release, folder: string): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

/** Returns the names of the calls that a release's outbox can hold, as its scripts list them. */
export function queueableRoutes({ files }: Release): readonly string[] {
  for (const text of Object.values(files)) {
    const [list] = /\{[^{}]*createReceipt:"receipt"[^{}]*\}/.exec(text) ?? []
    if (list) return [...list.matchAll(/(\w+):"/g)].map(([, route = '']) => route).toSorted()
  }
  throw new Error('no script lists the calls of the outbox')
}
