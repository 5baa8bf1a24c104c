import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Older LIFF SDKs. Tests install them on demand; as development dependencies, they would add a hundred packages. */
export const OLDER_SDKS = ['2.16.0', '2.18.2', '2.22.3', '2.24.0', '2.28.0'] as const

const cache = fileURLToPath(new URL('../../node_modules/.cache/older-sdks/', import.meta.url))

/** A stub for `@line/bot-sdk`, which these SDKs need only for its types. */
const NOTHING = JSON.stringify({ name: '@line/bot-sdk', version: '0.0.0' })

/**
 * Installs this SDK in a cached folder, once per machine, and returns the folder. Returns null if npm cannot install
 * it.
 */
export function installOlderSdk(version: (typeof OLDER_SDKS)[number]): string | null {
  const home = join(cache, version)
  const done = join(home, 'installed.json')
  const manifest = JSON.stringify({
    private: true,
    dependencies: { '@line/liff': version },
    overrides: { '@line/bot-sdk': 'file:./nothing' },
  })
  if (existsSync(done) && readFileSync(done, 'utf8') === manifest) return home
  rmSync(home, { recursive: true, force: true })
  mkdirSync(join(home, 'nothing'), { recursive: true })
  writeFileSync(join(home, 'nothing/package.json'), NOTHING)
  writeFileSync(join(home, 'package.json'), manifest)
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=1']
  const options = { cwd: home, shell: process.platform === 'win32', timeout: 60_000 }
  if (spawnSync('npm', ['install', ...quietly], options).status !== 0) return null
  writeFileSync(done, manifest)
  return home
}
