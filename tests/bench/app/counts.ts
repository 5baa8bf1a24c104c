import type { Page } from '@playwright/test'
import { withBrowser, withPhone } from './phone.ts'
import type { Place } from './place.ts'
import { HOME, type Scene } from './scenes.ts'
import { addressOf, type Counts, countsOf, visit } from './visit.ts'

/** What one visit costs in requests, on a phone of its own. */
export function countScene(place: Place, scene: Scene): Promise<Counts> {
  place.phone(scene.kind, scene.worker)
  return withPhone(async phone => {
    if (scene.before === 'a visit')
      await withBrowser(phone, async context => firstVisit(await context.newPage(), place, scene))
    return withBrowser(phone, async context => {
      const page = await context.newPage()
      if (scene.offline) await context.setOffline(true)
      const counts = await visit(
        page,
        place,
        addressOf(place, scene.kind, scene.path),
        scene.selector ?? HOME,
        inOneGo(scene) ? 'the app' : 'the start',
      )
      return scene.part === undefined ? counts : partOf(place, scene.part)
    })
  })
}

/** LINE opens the app's own address at once; a path goes by way of the SDK, another browser by way of LINE Login. */
const inOneGo = (scene: Scene) => (scene.kind === 'line' && scene.path === undefined) || scene.offline

/** With a worker: until it serves the page. */
export async function firstVisit(page: Page, place: Place, scene: Scene): Promise<void> {
  await visit(page, place, addressOf(place, scene.kind), HOME)
  if (scene.worker) {
    await page.evaluate('navigator.serviceWorker.ready')
    await page.reload()
    await page.waitForSelector(HOME)
  }
  await page.waitForLoadState('networkidle')
}

/** LINE Login's own page belongs to neither: how long a customer is there is the customer's. */
function partOf({ arrivals }: Place, part: NonNullable<Scene['part']>): Counts {
  const left = arrivals.findIndex(({ path }) => path.endsWith('/authorize'))
  const at = arrivals[left]?.at ?? 0
  const end = arrivals[left]?.end ?? 0
  return part === 'up to LINE Login' ? countsOf(arrivals, 0, at - 1) : countsOf(arrivals, end, Date.now())
}
