import type { Page } from '@playwright/test'
import { chromiumTest, expect, home, play, type Scene } from './fault-e2e.ts'
import type { Mode } from './fault-modes.ts'
import { type KeptRelease, keptReleases } from './releases.ts'

export type ReleaseScene = Scene & { readonly release: KeptRelease }

const releases = keptReleases()

/** Defines a test for each kept release. The newest release's test runs for each merge, the others run nightly. */
export function forEachRelease(name: string, mode: Mode, run: (scene: ReleaseScene) => Promise<void>) {
  for (const release of releases) {
    const title = `${name} [${release.version} of ${release.committedAt.slice(0, 10)}, ${mode}]`
    const tag = release === releases.at(-1) ? [] : ['@nightly']
    chromiumTest(title, { tag }, ({ phone, campaign }, info) =>
      play({ phone, campaign, mode }, info, async scene => {
        await campaign.deployRelease(release)
        await campaign.announce(true)
        await run({ ...scene, release }).finally(() => campaign.announce(false))
      }),
    )
  }
}

/** Empties the browser's HTTP cache, so that the next visit gets the served build. */
export async function clearHttpCache(page: Page): Promise<void> {
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
}

/** Returns the id of the build that a page runs. For the oldest releases, which have none, the entry script's path. */
export const buildOf = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      document.querySelector('meta[name="campaign-build"]')?.getAttribute('content') ??
      document.querySelector('script[src*="/assets/index-"]')?.getAttribute('src') ??
      '',
  )

/** Returns the build that a page runs. If the page has none or is navigating away, returns the reason and its URL. */
export const buildOrReason = (page: Page): Promise<string> =>
  buildOf(page).then(
    build => build || `no build at ${page.url()}`,
    (error: unknown) => `${page.url()}: ${error}`,
  )

/** Makes the browser look for a newer service worker, as it does after a visit. Does not wait for the result. */
export const lookForWorker = (page: Page): Promise<void> =>
  page.evaluate(
    () => void navigator.serviceWorker.getRegistration().then(worker => worker?.update().catch(() => {})),
  )

/** How long the customer waits before the next action, in milliseconds. Long enough to find a newer service worker. */
const PATIENCE_MS = 5_000

/** Waits until a page runs the current build and shows the home screen. The customer repeats `act` until then. */
export async function expectToday(
  page: Page,
  { campaign }: Scene,
  act = () => acceptUpdate(page),
): Promise<void> {
  const reply = await fetch(`${campaign.origin.url}/version.json`)
  const { build } = (await reply.json()) as { build: string }
  await expect(async () => {
    await act()
    await expect.poll(() => buildOrReason(page), { timeout: PATIENCE_MS }).toBe(build)
  }).toPass()
  await expect(home(page)).toBeVisible()
}

async function acceptUpdate(page: Page): Promise<void> {
  const update = page.getByRole('button', { name: 'อัปเดต', exact: true })
  if (await update.isVisible()) await update.click()
}
