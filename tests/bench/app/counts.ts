import type { Page } from '@playwright/test'
import { withBrowser, withPhone } from './phone.ts'
import { HOME, type Scene } from './scenes.ts'
import type { Site } from './site.ts'
import { addressOf, type Counts, countsOf, isLogin, loginEnd, visit } from './visit.ts'

export async function countScene(site: Site, scene: Scene): Promise<Counts> {
  await prepare(site, scene)
  return withPhone(async phone => {
    if (scene.before === 'a visit')
      await withBrowser(phone, async context => firstVisit(await context.newPage(), site, scene))
    return withBrowser(phone, async context => {
      const page = await context.newPage()
      if (scene.offline) await context.setOffline(true)
      const counts = await visit(
        page,
        site,
        addressOf(site, scene.kind, scene.path),
        scene.selector ?? HOME,
        {
          from: inOneGo(scene) ? 'the app' : 'the start',
          ...(scene.renewed && { seenAfter: () => loginEnd(site) }),
        },
      )
      return scene.part === undefined ? counts : partOf(site, scene.part)
    })
  })
}

/** True if the visit loads one document: LINE opens `/` directly, and an offline visit has no login. */
const inOneGo = ({ kind, path, offline, severalDocuments, renewed }: Scene) =>
  (kind === 'line' && path === undefined && !severalDocuments && !renewed) || offline

export async function prepare(site: Site, scene: Scene): Promise<void> {
  site.phone(scene.kind, scene.worker, scene.person, scene.language)
  await site.show(scene.campaign ?? 'open')
}

/** Makes a first visit until the network is idle. With a service worker, reloads the page so that it is controlled. */
export async function firstVisit(page: Page, site: Site, scene: Scene): Promise<void> {
  await visit(
    page,
    site,
    addressOf(site, scene.kind),
    scene.path === undefined ? (scene.selector ?? HOME) : HOME,
  )
  if (scene.worker) {
    await page.evaluate('navigator.serviceWorker.ready')
    await page.reload()
    await page.waitForSelector(HOME)
  }
  await page.waitForLoadState('networkidle')
}

/** Counts the requests before or after LINE Login. Ignores the time on LINE's page, which depends on the customer. */
function partOf({ arrivals }: Site, part: NonNullable<Scene['part']>): Counts {
  const { at = 0, end = 0 } = arrivals.find(isLogin) ?? {}
  return part === 'up to LINE Login' ? countsOf(arrivals, 0, at - 1) : countsOf(arrivals, end, Date.now())
}
