import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type LiffHost, startLiffHost } from '#emulator-tests/kit/liff-host.ts'
import { startLineTrap } from '#emulator-tests/kit/line-trap.ts'
import { BLOCKED, CAUGHT, inThisCircle, TOP } from '#tests/kit/escapes.ts'
import { type Firefox, startFirefox } from '#tests/kit/firefox.ts'

const BUILD = 'full-2.26.1'

let host: LiffHost
let trap: Awaited<ReturnType<typeof startLineTrap>>
let firefox: Firefox

beforeAll(async () => {
  ;[trap, host] = await Promise.all([startLineTrap(), startLiffHost()])
  await host.load('not-in-client')
})
afterAll(() => Promise.all([host.close(), trap.close()]))
afterEach(() => {
  expect(trap.takeEscaped()).toEqual([])
})

const atLine = "location.pathname.startsWith('/__line/line.me/R/ti/p')"

describe('with the Navigation API', () => {
  beforeAll(async () => {
    firefox = await startFirefox({ proxy: trap.address })
  })
  afterAll(() => firefox.close())

  test.each(inThisCircle([...CAUGHT, ...BLOCKED]))('$by leads to the emulated LINE', async ({ script }) => {
    await firefox.goto(`${host.url}/${BUILD}/`)
    await firefox.waitFor('window.started')
    await firefox.evaluate(`void setTimeout(() => { ${script} })`)
    await firefox.waitFor(atLine)
  })

  // This test is last, because Firefox shows the error of this navigation later and would interrupt the next test.
  test('a page without the shim leaves for the real LINE, and the proxy sees it', async () => {
    await firefox.goto(`${host.url}/worker.js`)
    await firefox.evaluate("void setTimeout(() => { location.href = 'https://line.me/' })")
    await expect.poll(trap.takeEscaped).toContain('line.me')
  })
})

describe('without the Navigation API, as in Firefox before 147', () => {
  beforeAll(async () => {
    firefox = await startFirefox({ navigationApi: false, proxy: trap.address })
  })
  afterAll(() => firefox.close())

  const open = async () => {
    await firefox.goto(`${host.url}/${BUILD}/`)
    await firefox.waitFor("frames[0]?.started && !('navigation' in window)")
  }
  const run = (script: string) => firefox.evaluate(`void setTimeout(() => { ${script} })`, `/${BUILD}/`)

  test.each(inThisCircle(CAUGHT))('$by leads to the emulated LINE', async ({ script }) => {
    await open()
    await run(script)
    await firefox.waitFor(atLine)
  })

  test.each(inThisCircle(BLOCKED))('$by is blocked, and the page says so', async ({ script }) => {
    await open()
    await run(script)
    await firefox.waitFor("document.querySelector('[role=alert]').innerText.includes('https://line.me')")
  })

  test.each(inThisCircle(TOP))('$by cannot leave the tab', async ({ script }) => {
    await open()
    await run(`try { ${script} } catch (error) { window.refused = error.name }`)
    await firefox.waitFor("window.refused === 'SecurityError'", `/${BUILD}/`)
  })
})
