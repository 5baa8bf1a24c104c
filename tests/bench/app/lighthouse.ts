import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Audit } from '#tests/bench/lighthouse/audit.mjs'
import { chromiumArgs, chromiumPath } from '#tools/chromium.mjs'
import { launched, shimOf } from './launch.ts'
import { withPhone } from './phone.ts'
import type { Place } from './place.ts'
import { HOME, type Scene } from './scenes.ts'
import { APART, watch } from './visit.ts'

const folder = join(import.meta.dirname, '../lighthouse')

/**
 * Lighthouse is 200 packages and 185 MB, and nothing but this needs it: it has a lock file of its own and is
 * installed when times are first measured. Its version is the last for Node 20.
 */
export function installLighthouse(): void {
  if (existsSync(join(folder, 'node_modules/lighthouse'))) return
  process.stdout.write('Installing Lighthouse…\n')
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('Lighthouse could not be installed; `--counts` measures without it.')
}

/** What Lighthouse's applied throttling adds to each request: a round trip of 150 ms, times 3.75 for what makes a connection. */
export const REQUEST_LATENCY_MS = 562.5

export type Throttling = 'simulate' | 'devtools'

/** One visit as Lighthouse sees it, on a phone of its own; a warm one after a visit with a browser since closed. */
export async function auditScene(place: Place, scene: Scene, throttling: Throttling): Promise<Audit> {
  const { audit, visit } = await import('#tests/bench/lighthouse/audit.mjs')
  place.phone(scene.kind, scene.worker)
  return withPhone(async phone => {
    const page = async () => ({
      ...phone,
      chromium: chromiumPath() ?? '',
      args: chromiumArgs,
      url: await launched(place),
      scripts: [APART, await shimOf(place), watch(scene.selector ?? HOME)],
    })
    if (scene.before === 'a visit') await visit(await page())
    return audit({ ...(await page()), throttling })
  })
}
