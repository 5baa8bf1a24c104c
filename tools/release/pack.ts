import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../command.mjs'
import { ensureBuilt } from '../products.mjs'

export const PACKAGES = ['emulator', 'create-liff-emulator'] as const

/**
 * Packs the packages into an empty folder, and returns the paths of the archives. Skips npm's scripts, because the
 * emulator's `prepack` builds in place on every call, which would take its files away from other tests.
 */
export async function packInto(
  folder: string,
  packages: readonly (typeof PACKAGES)[number][] = PACKAGES,
): Promise<readonly string[]> {
  if (packages.includes('emulator')) await ensureBuilt(['emulator', 'package'])
  const flags = ['--silent', '--ignore-scripts', '--pack-destination', folder]
  const options = { cwd: root, shell: process.platform === 'win32' }
  await promisify(execFile)('npm', ['pack', ...flags, ...packages.map(name => `./${name}`)], options)
  const archives = readdirSync(folder).filter(name => name.endsWith('.tgz'))
  return archives.map(name => join(folder, name))
}
