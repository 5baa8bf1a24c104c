import { createServer } from 'node:http'
import { expect, test } from '@playwright/test'
import { createLiffEmulator } from '#emulator/index.ts'
import { startProxy } from '#emulator/proxy/start.ts'
import { hostilePages } from '#emulator-tests/kit/hostile-pages.ts'
import { startLineTrap } from '#emulator-tests/kit/line-trap.ts'
import { listen } from '#tests/kit/listen.ts'

const SEED = 20_261_128
const SAMPLE = 40

test(`in ${SAMPLE} hostile pages the shim starts first, and nothing reaches the real LINE (seed ${SEED})`, async ({
  browser,
}) => {
  // A browser shows no page for a status without a body or for a cut-off answer.
  const pages = hostilePages(SEED, 200)
    .filter(({ outcome, method }) => outcome === 'whole' && method === 'GET')
    .slice(0, SAMPLE)
  expect(pages).toHaveLength(SAMPLE)
  const server = createServer((incoming, outgoing) => {
    const page = pages[Number(incoming.url?.slice(1))]
    if (page === undefined) outgoing.writeHead(404).end()
    else page.send(outgoing)
  })
  const { url: app, close } = await listen(server)
  const emulator = await createLiffEmulator()
  const running = await startProxy({ emulator, app })
  const trap = await startLineTrap()
  const context = await browser.newContext({ proxy: { server: trap.address, bypass: 'localhost' } })
  const page = await context.newPage()
  const late: string[] = []
  let calls = 0
  for (const [index, { name }] of pages.entries()) {
    await page.goto(`${running.url}/${index}`)
    const seen = await page.evaluate(() => {
      const { shimFirst, __LIFF_EMULATOR__: shim } = window as {
        shimFirst?: boolean
        __LIFF_EMULATOR__?: { started?: boolean }
      }
      return { shimFirst, started: shim?.started === true }
    })
    // In some of the pages, the first script is mere text and does not run.
    if (!seen.started || seen.shimFirst === false) late.push(name)
    if (seen.shimFirst) calls += 1
  }
  expect(late).toEqual([])
  expect(calls).toBeGreaterThan(SAMPLE / 2)
  const arrived = () => emulator.requests().filter(({ url }) => url.startsWith('https://api.line.me/'))
  await expect.poll(() => arrived().length).toBeGreaterThan(SAMPLE / 2)
  expect(emulator.requests().filter(({ via }) => via === 'page')).toEqual([])
  expect(trap.escaped()).toEqual([])
  // Checks the trap itself: it notices a page without the emulator.
  const other = await context.newPage()
  await other.evaluate("fetch('https://api.line.me/v2/profile').catch(() => {})")
  expect(trap.escaped()).toEqual(['api.line.me'])
  await context.close()
  await running.close()
  await emulator.close()
  await trap.close()
  await close()
})
