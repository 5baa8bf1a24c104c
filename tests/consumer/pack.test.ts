import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** Copies the tracked files to a new folder, builds and packs the emulator there, and returns the archive's SHA-256. */
async function packInCopy(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'pack-'))
  folders.push(copy)
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  for (const file of listed
    .toString()
    .split('\0')
    .filter(name => name && !name.startsWith('tests/'))) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    // Git also lists a file that was deleted without committing the deletion.
    await cp(join(root, file), join(copy, file)).catch(() => undefined)
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  // Vitest sets NODE_ENV to test, and React's plugin then writes the folder's path into the scripts.
  const { NODE_ENV: _, ...env } = process.env
  const options = { cwd: copy, env, shell: process.platform === 'win32' }
  await promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', copy, './emulator'], options)
  const archive = (await readdir(copy)).find(name => name.endsWith('.tgz')) ?? ''
  return createHash('sha256')
    .update(await readFile(join(copy, archive)))
    .digest('hex')
}

test(
  'the emulator’s package is the same byte for byte, wherever it is built',
  async () => expect(await packInCopy()).toBe(await packInCopy()),
  600_000,
)
