import type { Page } from '@playwright/test'
import { chromiumTest, expect, home, play, type Scene } from './fault-e2e.ts'
import type { Mode } from './fault-modes.ts'
import { type KeptRelease, keptReleases } from './releases.ts'

export type ReleaseScene = Scene & { readonly release: KeptRelease }

const releases = keptReleases()

/** Defines a test for each kept release. The newest one runs for each merge, the others run at night. */
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

/** Returns what identifies the build that a page runs: the oldest releases have only the name of their entry script. */
export const buildOf = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      document.querySelector('meta[name="campaign-build"]')?.getAttribute('content') ??
      document.querySelector('script[src*="/assets/index-"]')?.getAttribute('src') ??
      '',
  )

/** Returns the build that a page runs; of a page without one, or one that is just leaving, its address and the reason. */
export const buildOrReason = (page: Page): Promise<string> =>
  buildOf(page).then(
    build => build || `no build at ${page.url()}`,
    (error: unknown) => `${page.url()}: ${error}`,
  )

/** Starts the browser's check for a newer worker, as browsers do after a visit. Does not wait for the result. */
export const lookForWorker = (page: Page): Promise<void> =>
  page.evaluate(
    () => void navigator.serviceWorker.getRegistration().then(worker => worker?.update().catch(() => {})),
  )

/** How long the customer waits for a page before the next act. Each page must have the time to find a newer worker. */
const PATIENCE_MS = 5_000

/** Waits until a page runs today's build and shows home. `act` is what the customer does until then. */
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
