import { call, expect, started, test } from '#tests/kit/liff-test.ts'

const APP = '/full-2.26.1/'
const fetchResult = (path: string) =>
  `fetch('${path}').then(({ status }) => status, ({ message }) => message)`

test.beforeEach(async ({ page, host }) => {
  await host.load('not-in-client')
  await page.goto(`${host.url}${APP}`)
  await started(page)
})

test('offline: no request reaches LINE or the app’s server', { tag: '@core' }, async ({ page, host }) => {
  await page.evaluate(
    "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => 0)",
  )
  host.patch({ network: { kind: 'offline' } })
  expect(await call(page, fetchResult('/api/x'))).toBe('Failed to fetch')
  expect(await call(page, fetchResult('https://api.line.me/oauth2/v2.1/certs'))).toBe('Failed to fetch')
  await expect(page.goto(`${host.url}${APP}?again`)).rejects.toThrow(/ERR_/)
  // The browser shows its error page only after `goto` has rejected.
  await page.waitForURL('chrome-error://chromewebdata/')
  expect(host.asked().filter(path => path.startsWith('/api/x') || path.includes('again'))).toEqual([])
  host.patch({ network: { kind: 'online' } })
  await page.goto(`${host.url}${APP}`)
  expect(await call(page, fetchResult('/api/x'))).toBe(404)
})

test('offline: an open page gets navigator.onLine and the events, and a reload shows a page that says so', async ({
  page,
  host,
}) => {
  await page.evaluate(`window.seen = []
    addEventListener('offline', () => seen.push('offline ' + navigator.onLine))
    window.ononline = () => seen.push('online ' + navigator.onLine)`)
  const seen = () => page.evaluate('window.seen')
  host.patch({ network: { kind: 'offline' } })
  await expect.poll(seen).toEqual(['offline false'])
  host.patch({ network: { kind: 'online' } })
  await expect.poll(seen).toEqual(['offline false', 'online true'])

  host.patch({ network: { kind: 'offline' } })
  await page.reload()
  const heading = page.getByRole('heading')
  await expect(heading).toHaveText('โทรศัพท์ไม่มีเครือข่าย')
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId('full-2.26.1')}`)
  await expect(heading).toHaveText('โทรศัพท์ไม่มีเครือข่าย')
  await page.goto(`${host.url}${APP}?a=1#b`)
  await expect(heading).toHaveText('โทรศัพท์ไม่มีเครือข่าย')
  host.patch({ network: { kind: 'online' } })
  await page.getByRole('button').click()
  await started(page)
  expect(new URL(page.url())).toMatchObject({ search: '?a=1', hash: '#b' })
  expect(await page.evaluate('navigator.onLine')).toBe(true)
})

test('the clock moves in an open page of a plain tab', async ({ page, host }) => {
  const now = () => page.evaluate<number>('Date.now()')
  const real = Date.now()
  host.emulator.control.clock({ advance: 86_400_000 })
  await expect.poll(now).toBeGreaterThan(real + 86_400_000)
  host.emulator.control.clock({ freeze: 1_900_000_000_000 })
  await expect.poll(now).toBe(1_900_000_000_000)
  host.emulator.control.clock({ resume: true })
  await expect.poll(now).toBeLessThan(real + 86_400_000)
})

test('lie-fi, flaky and a fault of the app’s server: which requests arrive, and which answers', async ({
  page,
  host,
}) => {
  await test.step('lie-fi: requests get no answer until the network changes', async () => {
    host.patch({ network: { kind: 'lie-fi' } })
    await page.evaluate(`window.late = ${fetchResult('/api/late')}.then(end => { window.ended = end }); 0`)
    await expect.poll(() => host.sent()).toContain('/api/late')
    expect(await page.evaluate('window.ended')).toBeUndefined()
    host.patch({ network: { kind: 'online' } })
    await expect.poll(() => page.evaluate('window.ended')).toBe('Failed to fetch')
    expect(host.asked()).not.toContain('/api/late')
  })
  await test.step('flaky: the server handles the request but the answer is lost, for the same requests with the same seed', async () => {
    const run = async (seed: number, name: string) => {
      await host.load('not-in-client', { network: { kind: 'flaky', seed } })
      const results: unknown[] = []
      for (let at = 0; at < 12; at += 1) results.push(await call(page, fetchResult(`/api/${name}-${at}`)))
      expect(host.asked().filter(path => path.startsWith(`/api/${name}-`))).toHaveLength(12)
      return results
    }
    const first = await run(7, 'a')
    expect(new Set(first)).toEqual(new Set([404, 'Failed to fetch']))
    expect(await run(7, 'b')).toEqual(first)
    expect(await run(8, 'c')).not.toEqual(first)
  })
  await test.step('a fault with the host "app" answers in place of the app’s server, and does not affect LINE', async () => {
    await host.load('not-in-client', { faults: [{ host: 'app', path: '/api/*', status: 503, times: 1 }] })
    expect(await call(page, fetchResult('https://api.line.me/oauth2/v2.1/certs'))).toBe(200)
    expect(await call(page, fetchResult('/api/y'))).toBe(503)
    expect(await call(page, fetchResult('/api/y'))).toBe(404)
  })
})
