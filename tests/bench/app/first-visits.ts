import { setTimeout } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import { firstVisit, prepare } from './counts.ts'
import { launchUrl, shimSource } from './launch.ts'
import { withBrowser, withPhone } from './phone.ts'
import { HOME, type Scene } from './scenes.ts'
import type { Site } from './site.ts'
import { addressOf, isLogin, loginEnd, watch } from './visit.ts'

/** Slow 4G as Lighthouse applies it. Latency in milliseconds per request, throughput in bytes per second. */
const NETWORK = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 }
/** A cheap phone is this many times slower than the machine. */
const SLOWER = 4
const VISIT_MAX_MS = 60_000

const presser = (selector: string): string => `
  new MutationObserver((_, observer) => {
    const button = document.querySelector(${JSON.stringify(selector)})
    if (button === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => button.click()))
  }).observe(document, { childList: true, subtree: true })
`

type Drawn = { readonly origin: number; readonly home: number | null }

const DRAWN = `({
  origin: performance.timeOrigin,
  home: performance.getEntriesByName('home')[0]?.startTime ?? null,
})`

/**
 * Returns the milliseconds from opening a link until the scene's element is drawn, on slow 4G or the site's link, with
 * a slow processor. In a visit with LINE Login, neither part includes the time on LINE's own page. Unlike Lighthouse,
 * this can time visits of more than one document. Calls `onStart` just before the visit.
 */
export async function timeScene(site: Site, scene: Scene, onStart = () => {}): Promise<number> {
  await prepare(site, scene)
  return withPhone(async phone => {
    const args = site.link?.browserArgs
    if (scene.before === 'a visit')
      await withBrowser(phone, async context => firstVisit(await context.newPage(), site, scene), args)
    return withBrowser(
      phone,
      async context => {
        const page = await context.newPage()
        onStart()
        return timeVisit(page, site, scene)
      },
      args,
    )
  })
}

async function timeVisit(page: Page, site: Site, scene: Scene): Promise<number> {
  await page.addInitScript(watch(scene.selector ?? HOME))
  if (scene.press) await page.addInitScript(presser(scene.press))
  const url = scene.kind === 'line' ? await launchUrl(site, scene.path) : addressOf(site, scene.kind)
  const devtools = await page.context().newCDPSession(page)
  await injectShim(devtools, site)
  if (site.link === undefined) {
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', NETWORK)
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  site.arrivals.length = 0
  const began = Date.now()
  await page.goto(url, { waitUntil: 'commit' })
  const afterLogin = scene.renewed === true || scene.part === 'after LINE Login'
  const drawn = await whenDrawn(page, () => (afterLogin ? loginEnd(site) : 0))
  switch (scene.part) {
    case 'up to LINE Login':
      return (site.arrivals.find(isLogin)?.at ?? Number.NaN) - began
    case 'after LINE Login':
      return drawn - loginEnd(site)
    default:
      return drawn - began
  }
}

/** Answers the request for the emulator's script without the network, because on a phone the script is part of LINE. */
async function injectShim(devtools: CDPSession, site: Site): Promise<void> {
  devtools.on('Fetch.requestPaused', async ({ requestId }) => {
    const body = Buffer.from(await shimSource(site)).toString('base64')
    const responseHeaders = [{ name: 'Content-Type', value: 'text/javascript' }]
    await devtools
      .send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body })
      // The visit may have ended in the meantime and closed its browser.
      .catch(() => {})
  })
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/__emulator/shim.js*' }] })
}

/** Waits until the scene's element is drawn after `drawnAfter()`. Returns the time in milliseconds since 1970. */
async function whenDrawn(page: Page, drawnAfter: () => number): Promise<number> {
  for (const giveUp = Date.now() + VISIT_MAX_MS; Date.now() < giveUp; await setTimeout(200)) {
    // `evaluate` fails while another document loads.
    const { origin, home } = await page.evaluate<Drawn>(DRAWN).catch(() => ({ origin: 0, home: null }))
    if (home !== null && origin + home >= drawnAfter()) return origin + home
  }
  throw new Error(`${page.url()} did not show the expected element`)
}
