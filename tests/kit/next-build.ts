import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const hashed = /^(?<name>.+)-(?<hash>[\w-]{6})\.(?<ext>js|css)$/

/** Copies a build and gives its files new hashes, like the next release, so that none of the old scripts exist. */
export async function nextBuild(from: string, to: string, release: string): Promise<void> {
  await cp(from, to, { recursive: true })
  const assets = join(to, 'assets')
  const renames = new Map<string, string>()
  const { build } = JSON.parse(await readFile(join(to, 'version.json'), 'utf8'))
  // The document contains file names in parts, so replace only the hashes.
  const hashes = new Map<string, string>([[build, hashOf(`${release} ${build}`)]])
  for (const file of await readdir(assets)) {
    const parts = hashed.exec(file)?.groups
    if (!parts) continue
    const hash = hashOf(`${release} ${file}`)
    hashes.set(parts.hash ?? '', hash)
    renames.set(file, `${parts.name}-${hash}.${parts.ext}`)
  }
  const renamed = (text: string) =>
    // The service worker identifies a file without a hash in its name by a revision, so change the revisions as well.
    [...hashes]
      .reduce((all, [before, after]) => all.replaceAll(before, after), text)
      .replace(/(revision"?:\s*["'`])([0-9a-f]{32})/g, (_, start, hash: string) => start + reversed(hash))
  for (const folder of [to, assets])
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (!entry.isFile() || !/\.(js|css|html|json)$/.test(entry.name)) continue
      const path = join(folder, entry.name)
      await writeFile(path, renamed(await readFile(path, 'utf8')))
    }
  for (const [before, after] of renames) await rename(join(assets, before), join(assets, after))
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 6)
const reversed = (text: string) => [...text].reverse().join('')
