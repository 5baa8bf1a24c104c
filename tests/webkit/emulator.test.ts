import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LiffHost, startLiffHost } from '#emulator-tests/kit/liff-host.ts'
import { circle } from '#tests/kit/circle.ts'
import { inMain, returnFrom } from '#tests/kit/sub-window-steps.ts'
import { startWebKit, type WebKit, type WebKitPage } from '#tests/kit/webkit.ts'

const BUILD = 'full-2.26.1'
const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))

let webkit: WebKit
let host: LiffHost
let page: WebKitPage

beforeAll(async () => {
  ;[webkit, host] = await Promise.all([startWebKit(), startLiffHost()])
})
afterAll(() => Promise.all([webkit.close(), host.close()]))
beforeEach(async () => {
  page = await webkit.open()
})
afterEach(() => page.close())

async function started(): Promise<unknown> {
  await page.waitFor('window.started !== undefined')
  return page.evaluate('window.started')
}

test('WebKit has no Navigation API, which these tests are about', async () => {
  await page.goto(`${host.url}/panel.html`)
  expect(await page.evaluate("'navigation' in window")).toBe(false)
})

test('outside LINE: signs in with consent, and stays signed in after a reload', async () => {
  await host.load('not-in-client', { consent: { initially: 'none' }, environment: { os: 'web' } })
  await page.goto(`${host.url}/${BUILD}/`)
  expect(await started()).toMatchObject({ init: 'done', inClient: false, loggedIn: false })
  await page.evaluate('liff.login({ redirectUri: location.href })')
  await page.waitForUrl(/__line\/access\.line\.me/)
  await page.click({ role: 'button', name: 'อนุญาต' })
  await page.waitForUrl(/liffClientId/)
  expect(await started()).toMatchObject({ init: 'done', loggedIn: true, sub: host.userId })
  await page.driver.navigate().refresh()
  expect(await started()).toMatchObject({ init: 'done', loggedIn: true, sub: host.userId })
})

test('in LINE, in a plain tab: starts, shares, closes and reopens', async () => {
  await host.load('friend')
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}/receipt/3?a=1`)
  await page.waitForUrl(/\/receipt\/3/)
  expect(await started()).toMatchObject({ init: 'done', inClient: true, loggedIn: true })
  await page.evaluate(
    "void liff.shareTargetPicker([{ type: 'text', text: 'hi' }]).then(result => { window.shared = result })",
  )
  await page.waitFor("document.querySelector('iframe[title=LINE]')?.contentDocument?.querySelector('button')")
  await page.inFrame('iframe[title=LINE]', () => page.click({ role: 'button', name: 'ส่ง' }))
  await page.waitFor("window.shared?.status === 'success'")
  await page.evaluate('liff.closeWindow()')
  await page.waitForUrl(/__emulator\/closed/)
  await page.click({ role: 'link', name: /full-2.26.1/ })
  expect(await started()).toMatchObject({ init: 'done', loggedIn: true })
})

test('in the panel: a navigation that no shim can stop does not reach the real LINE, and the panel says so', async () => {
  await host.load('friend')
  await page.goto(`${host.url}/__emulator/`)
  await page.inFrame('iframe[title]', async () => {
    await started()
    await page.evaluate("void setTimeout(() => { location['href'] = 'https://liff.line.me/1-escaped' })")
  })
  await page.see(/https:\/\/liff\.line\.me.*(จริง|real|本物)|(จริง|real|本物).*https:\/\/liff\.line\.me/)
})

test('offline: the app gets no answer, in a plain tab and in the panel, until the phone is back', async () => {
  const fetched = () =>
    page.evaluate("fetch('/api/x', { method: 'POST' }).then(({ status }) => status, ({ name }) => name)")
  const isOnline = () => page.evaluate('navigator.onLine')
  const loseNetwork = async () => {
    expect(await fetched()).toBe(404)
    host.patch({ network: { kind: 'offline' } })
    await expect.poll(isOnline).toBe(false)
    expect(await fetched()).toBe('TypeError')
    host.patch({ network: { kind: 'online' } })
    await expect.poll(isOnline).toBe(true)
    expect(await fetched()).toBe(404)
    // The server handles the request, but its answer is lost.
    host.patch({ network: { kind: 'flaky', seed: 7 } })
    const results = []
    for (let at = 0; at < 12; at += 1) results.push(await fetched())
    expect(new Set(results)).toEqual(new Set([404, 'TypeError']))
  }
  await host.load('friend')
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}`)
  expect(await started()).toMatchObject({ init: 'done' })
  await loseNetwork()
  await host.load('friend')
  await page.goto(`${host.url}/__emulator/`)
  await page.inFrame('iframe[title]', async () => {
    await started()
    await loseNetwork()
  })
})

async function startCli(folder: string): Promise<{ child: ChildProcess; url: string }> {
  const words = [path('emulator/bin/liff-emulator.js'), folder, '--port', '0', '--scenario', 'not-in-client']
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', data => {
      output += data
      const [, found] = /(http:\/\/localhost:\d+)\/__emulator\//.exec(output) ?? []
      if (found && output.includes('Ctrl-C')) resolve(found)
    })
    child.once('exit', code => reject(new Error(`The emulator exited with ${code}: ${output}`)))
  })
  return { child, url }
}

if (circle() === 'nightly') {
  test('in LINE, a sub-window covers the app in its tab, receives its data and returns its result', async () => {
    await host.load('friend')
    await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}`)
    expect(await started()).toMatchObject({ inClient: true })
    await page.evaluate(inMain.open(host))
    expect(await returnFrom(`${inMain.layer}?.frames[0]`, page)).toEqual({
      data: { from: 'main' },
      submitted: { answer: 42 },
    })
    await page.waitFor("document.querySelector('iframe[title=LINE]') === null")
  })

  test('outside LINE, a sub-window is a window, receives its data and returns its result', async () => {
    await host.load('not-in-client')
    await page.goto(`${host.url}/${BUILD}/`)
    expect(await started()).toMatchObject({ loggedIn: false })
    await page.evaluate('void liff.login({ redirectUri: location.href })')
    // On Android, the SDK reloads the page to which LINE Login returns.
    await page.waitForUrl(/liffIsEscapedFromApp/)
    expect(await started()).toMatchObject({ loggedIn: true })
    // WebKit only opens a window after a click.
    await page.evaluate(
      `void document.body.append(Object.assign(document.createElement('button'), { textContent: 'open', onclick: () => { ${inMain.open(host)} } }))`,
    )
    await page.click({ role: 'button', name: 'open' })
    expect(await returnFrom(`${inMain.popup}?.frames[0]`, page)).toEqual({
      data: { from: 'main' },
      submitted: { answer: 42 },
    })
  })

  test('in the panel: starts in LINE and closes', async () => {
    await host.load('friend')
    await page.goto(`${host.url}/__emulator/`)
    await page.inFrame('iframe[title]', async () => {
      expect(await started()).toMatchObject({ init: 'done', inClient: true, loggedIn: true })
      await page.evaluate('liff.closeWindow()')
    })
    await page.waitFor("document.querySelector('iframe') === null")
  })

  test('Vite: an app signs in, in LINE and outside', async () => {
    const root = path('emulator/examples/vite-react')
    const vite = await createServer({
      root,
      logLevel: 'silent',
      server: { port: 0, host: 'localhost', hmr: false },
    })
    try {
      await vite.listen()
      const address = vite.httpServer?.address()
      const url = `http://localhost:${typeof address === 'object' ? address?.port : ''}`
      await page.goto(`${url}/__line/liff.line.me/1234567890-AbCdEfGh`)
      await page.see('Hello, Somying Jaidee')
      await fetch(`${url}/__emulator/api/scenario`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'not-in-client' }),
      })
      await page.goto(`${url}/`)
      await page.waitForUrl(/liffClientId/)
      await page.see('Hello, Somying Jaidee')
    } finally {
      await vite.close()
    }
  })

  test('the command line: an app with the SDK from LINE’s CDN signs in', async () => {
    const { child, url } = await startCli(path('emulator/examples/plain-html'))
    try {
      await page.goto(`${url}/`)
      await page.waitForUrl(/liffClientId/)
      await page.see('Hello, Somying Jaidee')
    } finally {
      child.kill()
    }
  })
}
