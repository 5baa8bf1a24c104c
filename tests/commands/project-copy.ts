import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Copies the project's files without build output, and links the packages, for commands that write files. */
export function copyProject(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'commands-'))
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  for (const path of tracked.split('\0').filter(one => one !== '' && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'))
  const emulated = join(root, 'emulator/node_modules')
  // A copy, because `npm ci` empties this folder even through a link.
  if (existsSync(emulated)) cpSync(emulated, join(folder, 'emulator/node_modules'), { recursive: true })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Links each package. The emulator is the copy's own, and Vite's caches are left out, so that the copy makes its own.
 */
function linkPackages(from: string, to: string): void {
  mkdirSync(join(to, '.bin'), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name === '.bin' || name.startsWith('.vite')) continue
    const target = name === 'liff-emulator' ? '../emulator' : join(from, name)
    symlinkSync(target, join(to, name))
  }
  for (const name of readdirSync(join(from, '.bin')))
    symlinkSync(readlinkSync(join(from, '.bin', name)), join(to, '.bin', name))
}
