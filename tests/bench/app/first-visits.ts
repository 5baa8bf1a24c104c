import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { launchUrl } from './launch.ts'
import { withBrowser, withPhone } from './phone.ts'
import { HOME, type Scene } from './scenes.ts'
import type { Site } from './site.ts'
import { addressOf, watch } from './visit.ts'

/** Slow 4G as Lighthouse applies it: milliseconds per request, and bytes per second in each direction. */
const NETWORK = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 }
/** A cheap phone is this many times slower than the machine. */
const SLOWER = 4
const VISIT_MAX_MS = 60_000

/** Presses a button as soon as it appears. */
const presser = (selector: string): string => `
  new MutationObserver((_, observer) => {
    const button = document.querySelector(${JSON.stringify(selector)})
    if (button === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => button.click()))
  }).observe(document, { childList: true, subtree: true })
`

const DRAWN = `performance.timeOrigin + performance.getEntriesByName('home')[0]?.startTime`

/**
 * Returns the milliseconds from opening a link until the scene's element is drawn, on slow 4G with a slow processor.
 * Unlike Lighthouse, this can time visits of more than one document.
 */
export function timeScene(site: Site, scene: Scene): Promise<number> {
  site.phone(scene.kind, scene.worker, scene.person)
  return withPhone(phone =>
    withBrowser(phone, async context => {
      const page = await context.newPage()
      await page.addInitScript(watch(scene.selector ?? HOME))
      if (scene.press) await page.addInitScript(presser(scene.press))
      const url = scene.kind === 'line' ? await launchUrl(site, scene.path) : addressOf(site, scene.kind)
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', NETWORK)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
      const began = Date.now()
      await page.goto(url, { waitUntil: 'commit' })
      return (await whenDrawn(page)) - began
    }),
  )
}

async function whenDrawn(page: Page): Promise<number> {
  for (const giveUp = Date.now() + VISIT_MAX_MS; Date.now() < giveUp; await setTimeout(200)) {
    // Fails while another document loads.
    const at = await page.evaluate(DRAWN).catch(() => Number.NaN)
    if (typeof at === 'number' && Number.isFinite(at)) return at
  }
  throw new Error(`${page.url()} did not show the expected element`)
}
