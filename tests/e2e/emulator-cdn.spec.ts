import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { createLiffEmulator } from '#emulator/index.ts'
import { createLineFixture, type Line } from '#emulator/playwright/line.ts'
import { startProxy } from '#emulator/proxy/start.ts'

/** The ways in which apps load the SDK of LINE's CDN, add images of LINE's hosts, and open LINE's own screens. */

const CDN = 'https://static.line-scdn.net/liff/edge/2/sdk.js'

/** Scripts that add the SDK; `script` is a new script element and `ready` its load listener. */
const WAYS: Readonly<Record<string, string>> = {
  'createElement with the src property': `script.src = '${CDN}'; document.head.append(script)`,
  'setAttribute, with the version in the path': `
    script.setAttribute('src', '${CDN.replace('/2/', '/versions/2.26.1/')}')
    document.head.append(script)`,
  'an integrity property of the CDN’s file, set first': `
    script.integrity = 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC'
    script.crossOrigin = 'anonymous'; script.src = '${CDN}'; document.head.append(script)`,
  'an integrity attribute of the CDN’s file, set last': `
    script.setAttribute('src', '${CDN}')
    script.setAttribute('integrity', 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC')
    document.head.append(script)`,
  'document.write': `
    document.write('<script charset="utf-8" src="${CDN}" integrity="sha384-x"></' + 'script>')
    document.write('<script>ready()</' + 'script>')`,
  'a fragment with the script’s HTML': `
    document.head.append(document.createRange().createContextualFragment('<script src="${CDN}" onload="ready()"></' + 'script>'))`,
}

/** HTML with the SDK; the page calls `ready` when it has loaded. */
const PAGES: Readonly<Record<string, string>> = {
  'a script element without the scheme': `<script src="${CDN.replace('https:', '')}"></script><script>ready()</script>`,
  'an import in the page': `<script type="module">import '${CDN}'; ready()</script>`,
  'a dynamic import in the page': `<script type="module">await import("${CDN}"); ready()</script>`,
  'an import map': `<script type="importmap">{"imports": {"liff": "${CDN}"}}</script><script type="module">import 'liff'; ready()</script>`,
  'an import in a module file': `<script type="module" src="/module.js"></script>`,
}

const pageWith = (html: string) =>
  `<!doctype html><html><head><meta charset="utf-8"></head><body><p id="result"></p><script src="way.js"></script>${html}</body></html>`

const scriptWith = (way: string) => `
const result = document.getElementById('result')
const ready = async () => {
  try {
    await liff.init({ liffId: '2000000001-Campaign' })
    result.textContent = (await liff.getProfile()).displayName
  } catch (error) { result.textContent = error.message }
}
const script = document.createElement('script')
script.onload = ready
script.onerror = () => { result.textContent = 'the script did not load' }
${way}`

async function withPage(
  page: Page,
  way: string,
  sdkFrom: string,
  use: (line: Line) => Promise<void>,
  html = '',
) {
  const server = createServer(({ url }, outgoing) => {
    const isScript = url === '/way.js' || url === '/module.js'
    outgoing.writeHead(200, { 'content-type': `text/${isScript ? 'javascript' : 'html'}; charset=utf-8` })
    outgoing.end(
      url === '/module.js' ? `import"${CDN}";ready()` : isScript ? scriptWith(way) : pageWith(html),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const emulator = await createLiffEmulator()
  const app = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const running = await startProxy({ emulator, app, sdkFrom })
  try {
    await use(createLineFixture({ emulator, url: running.url, goto: url => page.goto(url) }))
  } finally {
    await running.close()
    await emulator.close()
    await new Promise(resolve => server.close(resolve))
  }
}

for (const [name, way] of Object.entries(WAYS))
  test(`loads the SDK that a script adds with ${name}`, ({ page }) =>
    withPage(page, way, process.cwd(), async line => {
      await line.open()
      await expect(page.locator('#result')).toHaveText('Somying Jaidee')
      expect(line.timeline().flatMap(({ error }) => error ?? [])).toEqual([])
    }))

for (const [name, html] of Object.entries(PAGES))
  test(`loads the SDK of a page with ${name}`, ({ page }) =>
    withPage(
      page,
      '',
      process.cwd(),
      async line => {
        const outside: string[] = []
        page.on('request', request => outside.push(new URL(request.url()).hostname))
        await line.open()
        await expect(page.locator('#result')).toHaveText('Somying Jaidee')
        expect(outside.filter(host => host !== 'localhost')).toEqual([])
      },
      html,
    ))

test('the browser requests no image of LINE’s hosts from LINE, however the app adds the image', ({
  page,
}) => {
  const picture = 'https://profile.line-scdn.net/0h4af4'
  const html = (at: string) => `<img src="${picture}?${at}" onload="loaded('${at}')">`
  const way = `
    window.seen = []
    window.loaded = at => seen.push(at)
    const box = document.createElement('div')
    document.body.append(box)
    box.innerHTML = ${JSON.stringify(html('inner'))}
    box.insertAdjacentHTML('beforeend', ${JSON.stringify(html('adjacent'))})
    box.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(html('shadow'))}
    const image = new Image()
    image.onload = () => loaded('property')
    image.src = '${picture}?property'`
  return withPage(
    page,
    way,
    process.cwd(),
    async line => {
      const outside: string[] = []
      page.on('request', request => {
        if (new URL(request.url()).hostname !== 'localhost') outside.push(request.url())
      })
      await page.goto(line.url)
      const ways = ['adjacent', 'html', 'inner', 'property', 'shadow']
      await expect.poll(() => page.evaluate<string[]>('window.seen.toSorted()')).toEqual(ways)
      expect(outside).toEqual([])
    },
    html('html'),
  )
})

for (const [name, script] of [
  ['window.open', "open('line://ti/p/@shop')"],
  [
    'a link that opens a new tab',
    "Object.assign(document.body.appendChild(document.createElement('a')), { href: 'line://ti/p/@shop', target: '_blank' }).click()",
  ],
] as const)
  test(`${name} with a line:// URL opens LINE’s page as a link does`, ({ page }) =>
    withPage(page, '', process.cwd(), async line => {
      await page.goto(line.url)
      await page.evaluate(script)
      await expect(page).toHaveURL(`${line.url}/__line/line.me/R/ti/p/@shop`)
      expect(page.context().pages()).toHaveLength(1)
    }))

test('if the SDK is not installed, the console and the timeline say so', ({ page }) =>
  withPage(page, WAYS['createElement with the src property'] ?? '', '/', async line => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await line.open()
    await expect(page.locator('#result')).toHaveText('liff is not defined')
    expect(errors).toContainEqual(expect.stringContaining('npm i @line/liff'))
    expect(line.timeline()).toContainEqual(
      expect.objectContaining({ url: CDN, error: expect.stringContaining('@line/liff is not installed') }),
    )
  }))
