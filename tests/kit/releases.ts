import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/** The number of releases whose built app is kept. */
export const KEPT_RELEASES = 3
/** The maximum size of a release's archive, in bytes. */
export const MAX_RELEASE_BYTES = 300_000

/** The folder with one archive for each kept release. `tools/pack-release.ts` writes them. */
const releasesFolder = fileURLToPath(new URL('../fixtures/releases', import.meta.url))

/** The built app of a release, as JSON compressed with brotli. */
export type Release = {
  readonly version: string
  readonly commit: string
  /** When the commit was made, as an ISO time in UTC. Releases are sorted by this time. */
  readonly committedAt: string
  /**
   * The contents of the text files, by path: scripts, style sheets, documents, JSON, licences, and the icon that the
   * service worker caches.
   */
  readonly files: Readonly<Record<string, string>>
}

/** A kept release, and the size of its archive in bytes. */
export type KeptRelease = Release & { readonly archive: string; readonly bytes: number }

export function keptReleases(folder = releasesFolder): readonly KeptRelease[] {
  return readdirSync(folder)
    .map(archive => {
      const packed = readFileSync(join(folder, archive))
      const release = JSON.parse(brotliDecompressSync(packed).toString()) as Release
      return { ...release, archive, bytes: packed.length }
    })
    .toSorted((a, b) => (a.committedAt < b.committedAt ? -1 : 1))
}

type PackedRelease = Pick<KeptRelease, 'archive' | 'committedAt'> & { readonly packed: Buffer }

/** Packs a release into an archive and names it. */
export function packRelease(release: Release): PackedRelease {
  const text = Buffer.from(JSON.stringify(release))
  // The document contains some of the scripts. With a window of 16 MB, these copies add almost nothing to the size.
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  const { version, commit, committedAt } = release
  const archive = `${version}-${commit.slice(0, 8)}.json.br`
  return { archive, committedAt, packed: brotliCompressSync(text, { params }) }
}

/** Writes an archive and deletes the oldest others. Throws if it is too large, or older than one it would replace. */
export function keepRelease({ archive, committedAt, packed }: PackedRelease, folder = releasesFolder) {
  if (packed.length > MAX_RELEASE_BYTES)
    throw new Error(`${archive}: has ${packed.length} bytes, must have at most ${MAX_RELEASE_BYTES} bytes`)
  const others = keptReleases(folder).filter(other => other.archive !== archive)
  const replaced = others.slice(0, Math.max(0, others.length + 1 - KEPT_RELEASES))
  if (replaced.some(other => other.committedAt > committedAt))
    throw new Error(`${archive}: is older than the ${KEPT_RELEASES} kept releases`)
  writeFileSync(join(folder, archive), packed)
  for (const other of replaced) rmSync(join(folder, other.archive))
  return { archive, bytes: packed.length, deleted: replaced.map(other => other.archive) }
}

export async function unpackRelease({ files }: Release, folder: string): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

/** Returns the names of the calls that a release's outbox can queue, read from a list in its scripts. Sorted. */
export function queueableRoutes({ files }: Release): readonly string[] {
  for (const text of Object.values(files)) {
    const [list] = /\{[^{}]*createReceipt:"receipt"[^{}]*\}/.exec(text) ?? []
    if (list) return [...list.matchAll(/(\w+):"/g)].map(([, route = '']) => route).toSorted()
  }
  throw new Error('no script lists the calls of the outbox')
}
