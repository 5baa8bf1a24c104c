import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import type { PhoneEngine } from '../../build/engines.ts'
import { type FaultCampaign, startFaultCampaign } from './fault-campaign.ts'
import { scriptFor, styleEraser } from './oldest-phone.ts'
import { simpleFixture } from './simple-fixture.ts'

/** Returns Playwright's `test` for a browser without the features that an engine's oldest supported version lacks. */
export function testOn(engine: PhoneEngine) {
  const script = scriptFor(engine)
  const erase = styleEraser(engine)
  const start = () =>
    startFaultCampaign(async build => {
      for (const file of await readdir(build, { recursive: true })) {
        if (!/\.(js|css|html)$/.test(file)) continue
        const text = await readFile(join(build, file), 'utf8')
        await writeFile(join(build, file), (file === 'sw.js' ? script : '') + erase(text))
      }
    })
  return base.extend<object, { campaign: FaultCampaign }>({
    campaign: [simpleFixture(start, campaign => campaign.close()), { scope: 'worker' }],
    context: async ({ context, campaign }, use) => {
      campaign.origin.up()
      campaign.origin.heal()
      await context.addInitScript(script)
      const errors: string[] = []
      context.on('weberror', error => errors.push(error.error().stack ?? String(error.error())))
      await use(context)
      expect(errors, 'no uncaught error in any page').toEqual([])
    },
  })
}
