import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Audit } from '#tests/bench/lighthouse/audit.mjs'
import { chromiumArgs, chromiumPath } from '#tools/chromium.mjs'
import { launchUrl, shimSource } from './launch.ts'
import { withPhone } from './phone.ts'
import { HOME, type Scene } from './scenes.ts'
import type { Site } from './site.ts'
import { COUNTABLE, watch } from './visit.ts'

const folder = join(import.meta.dirname, '../lighthouse')

/** Installs Lighthouse from its own lock file: 200 packages (185 MB). The version is the last one for Node 20. */
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

/** Latency that Lighthouse's applied throttling adds to each request: 150 ms round trip times 3.75. */
export const REQUEST_LATENCY_MS = 562.5

export type Throttling = 'simulate' | 'devtools'

/** Audits one visit on a new phone. Before a warm visit, the phone makes another visit and closes its browser. */
export async function auditScene(site: Site, scene: Scene, throttling: Throttling): Promise<Audit> {
  const { audit, visit } = await import('#tests/bench/lighthouse/audit.mjs')
  site.phone(scene.kind, scene.worker, scene.person)
  return withPhone(async phone => {
    const page = async () => ({
      ...phone,
      chromium: chromiumPath() ?? '',
      args: chromiumArgs,
      url: await launchUrl(site),
      scripts: [COUNTABLE, await shimSource(site), watch(scene.selector ?? HOME)],
    })
    if (scene.before === 'a visit') await visit(await page())
    return audit({ ...(await page()), throttling })
  })
}
