import type { Page, Request } from '@playwright/test'
import { askForSmallDocument } from '#tests/kit/documents.ts'
import { expect, fault, home, openUrl, passTimeUntil, type Scene } from '#tests/kit/fault-e2e.ts'
import type { Fault } from '#tests/kit/fault-rules.ts'

const entry = /^\/assets\/index-[\w-]+\.js$/
const lost: Fault = { do: 'status', status: 503, error: 'UNAVAILABLE' }

const notice = (page: Page) => page.getByText('ยังโหลดไม่สำเร็จ')
const button = (page: Page) => page.getByRole('button', { name: 'ลองใหม่' })

async function visit({ page, campaign, mode }: Scene) {
  await askForSmallDocument(page.context(), campaign.origin.url)
  await page.goto(openUrl(campaign, mode), { waitUntil: 'commit' })
}

const requests = ({ campaign }: Scene, path: RegExp) => campaign.origin.of('GET', path).length
const documents = (scene: Scene) => requests(scene, /^\/$/)

/** Watches the page's requests for files. The returned function waits until none of them is running. */
function watchFiles(page: Page): () => Promise<void> {
  const running = new Set<Request>()
  page.on('request', request => {
    if (request.url().includes('/assets/')) running.add(request)
  })
  const end = (request: Request) => void running.delete(request)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    await expect
      .poll(async () => {
        // When this call is answered, Playwright has reported all of the page's earlier requests. The app reloads
        // itself once.
        const answered = await page.evaluate(() => true).catch(() => false)
        return answered && running.size === 0
      })
      .toBe(true)
  }
}

/**
 * Stops the page's timers and lets the running attempts fail. Uses the test's time, because a reloading page cannot
 * return its own.
 */
async function stopTimers(page: Page, filesEnded: () => Promise<void>) {
  await page.clock.pauseAt(Date.now() + 1000)
  await filesEnded()
}

for (const [name, broken] of [
  ['26: a first visit whose entry script gets a 503', lost],
  ['26b: a first visit whose entry script is cut off', { do: 'reset' }],
] as const)
  fault(`${name} retries automatically and starts without a reload`, async scene => {
    const { page, campaign } = scene
    const heal = campaign.origin.break({ path: entry, fault: broken })
    await visit(scene)
    await expect(notice(page)).toBeVisible()
    await expect(page.getByText('Trying again automatically')).toBeVisible()
    await expect(button(page)).toBeEnabled()
    const before = requests(scene, entry)
    await expect.poll(() => requests(scene, entry)).toBeGreaterThan(before)
    heal()
    await expect(home(page)).toBeVisible()
    expect(documents(scene)).toBe(1)
  })

fault(
  '26c: each wait for a lost entry script is longer than the one before, up to 30 seconds',
  async scene => {
    const { page, campaign } = scene
    campaign.origin.break({ path: entry, fault: lost })
    await page.clock.install()
    await page.addInitScript(() => {
      const times: number[] = []
      const real = fetch
      Object.assign(window, {
        times,
        fetch(url: string, init: RequestInit) {
          if (url.includes('/assets/index-') && url.endsWith('.js')) times.push(Date.now())
          return real(url, init)
        },
      })
    })
    const filesEnded = watchFiles(page)
    await visit(scene)
    await expect(notice(page)).toBeVisible()
    await stopTimers(page, filesEnded)
    const times = () => page.evaluate(() => (window as unknown as { times: number[] }).times)
    const shortest = [1000, 2000, 4000, 8000, 15_000, 15_000]
    while ((await times()).length <= shortest.length) await page.clock.runFor(250)
    const at = await times()
    for (const [index, wait] of shortest.entries())
      expect((at[index + 1] ?? 0) - (at[index] ?? 0)).toBeGreaterThanOrEqual(wait)
  },
)

fault('26d: a lost entry script is loaded when the phone is online again', async scene => {
  const { page, phone, campaign } = scene
  const heal = campaign.origin.break({ path: entry, fault: lost })
  await page.clock.install()
  const filesEnded = watchFiles(page)
  await visit(scene)
  await expect(notice(page)).toBeVisible()
  await stopTimers(page, filesEnded)
  await phone.setOffline(true)
  heal()
  const before = requests(scene, entry)
  await phone.setOffline(false)
  await expect.poll(() => requests(scene, entry)).toBeGreaterThan(before)
  await page.clock.resume()
  await expect(home(page)).toBeVisible()
})

fault('26e: a lost entry script is loaded at a tap on the button', async scene => {
  const { page, campaign } = scene
  const heal = campaign.origin.break({ path: entry, fault: lost })
  await page.clock.install()
  const filesEnded = watchFiles(page)
  await visit(scene)
  await expect(notice(page)).toBeVisible()
  await stopTimers(page, filesEnded)
  await button(page).click()
  await expect(button(page)).toBeDisabled()
  await page.clock.runFor(4000)
  await expect(button(page)).toBeEnabled()
  await filesEnded()
  heal()
  const before = requests(scene, entry)
  await button(page).click()
  await expect.poll(() => requests(scene, entry)).toBeGreaterThan(before)
  await page.clock.resume()
  await expect(home(page)).toBeVisible()
})

fault('26f: an entry script that hangs is requested again, without a reload', async scene => {
  const { page, campaign } = scene
  campaign.origin.break({ path: entry, fault: { do: 'hang' }, times: 1 })
  await page.clock.install()
  await visit(scene)
  await passTimeUntil(page, notice(page))
  await passTimeUntil(page, home(page))
  expect(documents(scene)).toBe(1)
})

fault('26g: a server that hangs and then recovers is noticed without a reload of the page', async scene => {
  const { page, campaign } = scene
  // Only some of the first files hang: six hanging requests would block all other requests of an HTTP/1.1 page.
  const heal = campaign.origin.break({ path: /^\/assets\/(index|first|view)-/, fault: { do: 'hang' } })
  await page.clock.install()
  await visit(scene)
  await passTimeUntil(page, notice(page))
  heal()
  await button(page).click()
  await expect(home(page)).toBeVisible()
  expect(documents(scene)).toBe(1)
})

fault('26h: a lost style sheet leads to the same notice, and a tap loads it at once', async scene => {
  const { page, campaign } = scene
  const sheet = /^\/assets\/index-[\w-]+\.css$/
  const heal = campaign.origin.break({ path: sheet, fault: lost })
  await page.clock.install()
  const filesEnded = watchFiles(page)
  await visit(scene)
  await expect(notice(page)).toBeVisible()
  await stopTimers(page, filesEnded)
  // The entry script requests the style sheet three times within 1.2 seconds, then waits for 3, 6, 12 and 24 seconds.
  for (const wait of [400, 800, 3000, 400, 800, 6000, 400, 800, 12_000, 400, 800]) {
    await page.clock.runFor(wait)
    await filesEnded()
  }
  heal()
  // Playwright's own click waits for animation frames, which the stopped clock also stops.
  await button(page).dispatchEvent('click')
  // Advances in small steps, because loading takes time that the clock does not count.
  for (let ms = 0; ms < 2000 && (await home(page).count()) === 0; ms += 100) {
    await page.clock.runFor(100)
    await filesEnded()
  }
  await expect(home(page)).toHaveCount(1)
  await page.clock.resume()
  await expect(home(page)).toBeVisible()
})

fault('26i: a lost script next to the entry script leads to the same notice', async scene => {
  const { page, campaign } = scene
  const heal = campaign.origin.break({ path: /^\/assets\/first-/, fault: lost })
  await visit(scene)
  await expect(notice(page)).toBeVisible()
  await expect(button(page)).toBeEnabled()
  heal()
  await expect(home(page)).toBeVisible()
})

fault('26j: a lost script that the entry script imports is loaded again', async scene => {
  const { page, campaign } = scene
  const heal = campaign.origin.break({ path: /^\/assets\/lib-/, fault: lost })
  await visit(scene)
  await expect(notice(page)).toBeVisible()
  heal()
  await expect(home(page)).toBeVisible()
  expect(documents(scene)).toBe(1)
})

fault('26k: the page reloads once the server answers if the browser remembers the failure', async scene => {
  const { page } = scene
  // Browsers remember that a script is invalid. Many also remember that a script could not be loaded.
  await page.route(
    '**/assets/index-*.js',
    route =>
      route.fulfill({
        body: 'not a script',
        contentType: 'text/javascript',
        headers: { 'cache-control': 'no-store' },
      }),
    { times: 1 },
  )
  // The test causes this error on purpose, so it must not count as uncaught.
  await page.addInitScript(() => addEventListener('error', event => event.preventDefault()))
  await visit(scene)
  await expect(home(page)).toBeVisible()
  expect(documents(scene)).toBe(2)
})

fault('26l: nothing reloads while no file can be loaded', async scene => {
  const { page, campaign } = scene
  campaign.origin.break({ path: /^\/assets\//, fault: { do: 'portal' } })
  await page.clock.install()
  await visit(scene)
  await expect(notice(page)).toBeVisible()
  for (let minute = 0; minute < 3; minute += 0.5) {
    const before = requests(scene, entry)
    await page.clock.fastForward(30_000)
    await expect.poll(() => requests(scene, entry)).toBeGreaterThan(before)
  }
  expect(documents(scene)).toBe(1)
  campaign.origin.heal()
  await page.clock.fastForward(30_000)
  await expect(home(page)).toBeVisible()
})

fault('26m: a document whose release is gone from the server is reloaded once', async scene => {
  const { page, campaign } = scene
  const gone = { do: 'status', status: 404, error: 'NOT_FOUND' } as const
  campaign.origin.break({ path: entry, fault: gone })
  await visit(scene)
  await expect.poll(() => documents(scene)).toBe(2)
  await expect(notice(page)).toBeVisible()
  await expect.poll(() => requests(scene, entry)).toBeGreaterThanOrEqual(5)
  expect(documents(scene)).toBe(2)
  campaign.origin.heal()
  await expect(home(page)).toBeVisible()
})

fault(
  '26n: a worker that has lost the entry script does not leave the loading screen forever',
  async scene => {
    const { page, campaign, open } = scene
    await open()
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys())
          if (request.url.includes('/assets/index-')) await cache.delete(request)
      }
    })
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
    const heal = campaign.origin.break({ path: entry, fault: lost })
    await page.reload({ waitUntil: 'domcontentloaded' })
    await expect(notice(page)).toBeVisible()
    heal()
    await expect(home(page)).toBeVisible()
  },
)
