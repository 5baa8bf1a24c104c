import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromiumPath } from './kit/chromium.mjs'

/**
 * `npm test`: checks types, builds, and runs the tests in Node, in happy-dom and in Chromium. With `--all`, also runs
 * the slow tests. Stops at the first step that fails.
 */
const folder = join(import.meta.dirname, '..')
const require = createRequire(import.meta.url)
const isAll = process.argv.includes('--all')

/** Runs the command of an installed package, which may be in the `node_modules` of a parent folder. */
function run(name, script, ...words) {
  const program = join(require.resolve(`${name}/package.json`), '..', script)
  const env = { ...process.env, ...(isAll ? { TEST_ALL: '1' } : {}) }
  const { status } = spawnSync(process.execPath, [program, ...words], { cwd: folder, stdio: 'inherit', env })
  if (status !== 0) process.exit(status ?? 1)
}

async function hasBrowser() {
  const { chromium } = await import('@playwright/test')
  return chromiumPath() !== null || existsSync(chromium.executablePath())
}

run('typescript', 'bin/tsc', '-p', '.')
run('tsx', 'dist/cli.mjs', 'build.ts')
run('vitest', 'vitest.mjs', 'run')
if (await hasBrowser()) run('@playwright/test', 'cli.js', 'test')
else
  console.log(
    'The browser tests did not run, because there is no Chromium: install one, set CHROMIUM_PATH, or run "npx playwright install chromium".',
  )
