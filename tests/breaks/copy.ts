import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { withBreak } from './apply.ts'
import type { Break } from './types.ts'

/** A temporary copy of the project in which a line can be broken. */
type Copy = {
  readonly folder: string
  /** Replaces lines of the copy, runs `during`, and restores the lines. */
  broken<T>(breaks: readonly Break[], during: () => Promise<T>): Promise<T>
  remove(): void
}

/** Returns the broken text. Throws if it does not parse, because then every test would fail. */
function parsed(text: string, { file, find }: Break): string {
  if (!/\.[mc]?[jt]sx?$/.test(file)) return text
  const [error] = parseSync(file, text).errors
  if (error !== undefined) throw new Error(`${file}: ${error.message} after replacing "${find}"`)
  return text
}

/** Copies the project's files and links each package. A link to the whole folder would lead the emulator back here. */
export function copyProject(root: string): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'breaks-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const path of listed.split('\0')) {
    const isFile = path !== '' && lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true
    if (!isFile) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(join(root, path), join(folder, path))
  }
  linkModules(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    async broken([one, ...others], during) {
      if (one === undefined) return during()
      const path = join(folder, one.file)
      const before = readFileSync(path, 'utf8')
      writeFileSync(path, parsed(withBreak(before, one), one))
      try {
        return await this.broken(others, during)
      } finally {
        writeFileSync(path, before)
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

function linkModules(from: string, to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    // Skips the caches of tools, which the copy would share with the project.
    if (name.startsWith('.') && name !== '.bin') continue
    const isLink = lstatSync(join(from, name)).isSymbolicLink()
    symlinkSync(isLink ? readlinkSync(join(from, name)) : join(from, name), join(to, name))
  }
}
