import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import * as v from 'valibot'

const texts = v.optional(v.record(v.string(), v.string()), {})

const manifestSchema = v.looseObject({
  name: v.string(),
  version: v.string(),
  license: v.optional(v.string(), ''),
  keywords: v.optional(v.array(v.string()), []),
  homepage: v.optional(v.string(), ''),
  bugs: v.optional(v.object({ url: v.string() }), { url: '' }),
  repository: v.optional(v.looseObject({ url: v.string() }), { url: '' }),
  engines: texts,
  scripts: texts,
  dependencies: texts,
  exports: v.optional(v.record(v.string(), v.union([v.string(), v.record(v.string(), v.string())])), {}),
})

export type PackedPackage = {
  readonly manifest: v.InferOutput<typeof manifestSchema>
  /** Paths in the package, with `/`. */
  readonly files: ReadonlySet<string>
  /** Size of the archive. */
  readonly bytes: number
  /** Returns a file's text, or an empty string if the package does not have it. */
  readonly read: (path: string) => string
}

/** Reads an archive made by `npm pack`. Throws if it is not such an archive. */
export function readPackedPackage(archive: string): PackedPackage {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'))
  try {
    execFileSync('tar', ['-xzf', archive, '-C', folder], { stdio: 'pipe' })
    const root = join(folder, 'package')
    const contents = new Map(
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
        .map(
          path =>
            [
              path
                .slice(root.length + 1)
                .split(sep)
                .join('/'),
              readFileSync(path, 'utf8'),
            ] as const,
        ),
    )
    const read = (path: string) => contents.get(path) ?? ''
    const manifest = v.parse(manifestSchema, JSON.parse(read('package.json')))
    return { manifest, files: new Set(contents.keys()), bytes: statSync(archive).size, read }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Removes `git+` and `.git` from a repository's address, which npm ignores when it compares addresses. */
export const pageOf = (address: string): string => address.replace(/^git\+/, '').replace(/\.git$/, '')

/** Returns the files that `exports` names, without the leading `./`. */
export const exportedFiles = ({ exports }: PackedPackage['manifest']): readonly string[] =>
  Object.values(exports)
    .flatMap(target => (typeof target === 'string' ? [target] : Object.values(target)))
    .map(path => path.replace(/^\.\//, ''))
