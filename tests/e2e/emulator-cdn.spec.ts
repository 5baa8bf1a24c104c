import { createServer } from 'node:http'
import { test as base, expect, type Page } from '@playwright/test'
import { createLiffEmulator } from '#emulator/index.ts'
import { createLineFixture, type Line } from '#emulator/playwright/line.ts'
import { startProxy } from '#emulator/proxy/start.ts'
import { listen } from '#tests/kit/listen.ts'
import { simpleFixture } from '#tests/kit/simple-fixture.ts'

/**
 * Tests the ways in which apps load the SDK from LINE's CDN, add images from LINE's hosts, and open LINE's own screens.
 */

const CDN = 'https://static.line-scdn.net/liff/edge/2/sdk.js'

/** Scripts that add the SDK. `script` is a new script element, and `ready` is its load listener. */
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

/** HTML with the SDK. The page calls `ready` when the SDK has loaded. */
const PAGES: Readonly<Record<string, string>> = {
  'a script element without the scheme': `<script src="${CDN.replace('https:', '')}"></script><script>ready()</script>`,
  'an import in the page': `<script type="module">import '${CDN}'; ready()</script>`,
  'a dynamic import in the page': `<script type="module">await import("${CDN}"); ready()</script>`,
  'an import map': `<script type="importmap">{"imports": {"liff": "${CDN}"}}</script><script type="module">import 'liff'; ready()</script>`,
  'an import in a module file': `<script type="module" src="/module.js"></script>`,
}

/** HTML with an image on LINE's host. The page calls `loaded` with the image's name when it has loaded. */
const PICTURE = 'https://profile.line-scdn.net/0h4af4'
const picture = (at: string) => `<img src="${PICTURE}?${at}" onload="loaded('${at}')">`

/** A page of the app: a script that the page runs, and HTML after the script. */
type AppPage = { readonly name: string; readonly way?: string; readonly html?: string }

const SDK_PAGES: readonly AppPage[] = [
  ...Object.entries(WAYS).map(([name, way]) => ({ name: `a script adds with ${name}`, way })),
  ...Object.entries(PAGES).map(([name, html]) => ({ name: `a page has in ${name}`, html })),
]

const IMAGES: AppPage = {
  name: 'images',
  way: `
    window.seen = []
    window.loaded = at => seen.push(at)
    const box = document.createElement('div')
    document.body.append(box)
    box.innerHTML = ${JSON.stringify(picture('inner'))}
    box.insertAdjacentHTML('beforeend', ${JSON.stringify(picture('adjacent'))})
    box.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(picture('shadow'))}
    const image = new Image()
    image.onload = () => loaded('property')
    image.src = '${PICTURE}?property'`,
  html: picture('html'),
}

/** The pages of the app. Each page is at `/{index}`, and its script is at `/{index}.js`. */
const SITE: readonly AppPage[] = [...SDK_PAGES, IMAGES, { name: 'empty' }]

const pageWith = (at: number, html: string) =>
  `<!doctype html><html><head><meta charset="utf-8"></head><body><p id="result"></p><script src="/${at}.js"></script>${html}</body></html>`

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

async function startSite(sdkFrom: string) {
  const server = createServer(({ url = '/' }, outgoing) => {
    const [, at = '', isScript] = /^\/(\d+)(\.js)?/.exec(url) ?? []
    const { way = '', html = '' } = SITE[Number(at)] ?? {}
    const javascript = isScript !== undefined || url === '/module.js'
    outgoing.writeHead(200, { 'content-type': `text/${javascript ? 'javascript' : 'html'}; charset=utf-8` })
    if (url === '/module.js') outgoing.end(`import"${CDN}";ready()`)
    else outgoing.end(javascript ? scriptWith(way) : pageWith(Number(at), html))
  })
  const { url: app, close } = await listen(server)
  const emulator = await createLiffEmulator()
  const running = await startProxy({ emulator, app, sdkFrom })
  return {
    lineFor: (page: Page) => createLineFixture({ emulator, url: running.url, page }),
    async close() {
      await running.close()
      await emulator.close()
      await close()
    },
  }
}

type Site = Awaited<ReturnType<typeof startSite>>

/** The tests share one app and one emulated LINE. `line` opens its pages in this test's browser page. */
const test = base.extend<{ line: Line; outside: readonly string[] }, { site: Site }>({
  site: [
    simpleFixture(
      () => startSite(process.cwd()),
      site => site.close(),
    ),
    { scope: 'worker' },
  ],
  line: ({ page, site }, use) => use(site.lineFor(page)),
  outside: async ({ page }, use) => {
    const urls: string[] = []
    page.on('request', request => {
      if (new URL(request.url()).hostname !== 'localhost') urls.push(request.url())
    })
    await use(urls)
  },
})

test('loads the SDK in every way in which a page or a script can add it, and nothing from the real LINE', async ({
  page,
  line,
  outside,
}) => {
  for (const [at, { name }] of SDK_PAGES.entries())
    await test.step(name, async () => {
      await line.open(`/${at}`)
      await expect(page.locator('#result')).toHaveText('Somying Jaidee')
    })
  expect(outside).toEqual([])
  expect(line.timeline().flatMap(({ error }) => error ?? [])).toEqual([])
})

test('the browser requests no image of LINE’s hosts from LINE, however the app adds the image', async ({
  page,
  line,
  outside,
}) => {
  await page.goto(`${line.url}/${SITE.indexOf(IMAGES)}`)
  const ways = ['adjacent', 'html', 'inner', 'property', 'shadow']
  await expect.poll(() => page.evaluate<string[]>('window.seen.toSorted()')).toEqual(ways)
  expect(outside).toEqual([])
})

test('window.open and links to new tabs open a line:// URL in the same tab', async ({ page, line }) => {
  for (const script of [
    "open('line://ti/p/@shop')",
    "Object.assign(document.body.appendChild(document.createElement('a')), { href: 'line://ti/p/@shop', target: '_blank' }).click()",
  ]) {
    await page.goto(`${line.url}/${SITE.length - 1}`)
    await page.evaluate(script)
    await expect(page).toHaveURL(`${line.url}/__line/line.me/R/ti/p/@shop`)
    expect(page.context().pages()).toHaveLength(1)
  }
})

test('if the SDK is not installed, the console and the timeline say so', async ({ page }) => {
  const site = await startSite('/')
  try {
    const line = site.lineFor(page)
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await line.open('/0')
    await expect(page.locator('#result')).toHaveText('liff is not defined')
    expect(errors).toContainEqual(expect.stringContaining('npm i @line/liff'))
    expect(line.timeline()).toContainEqual(
      expect.objectContaining({ url: CDN, error: expect.stringContaining('@line/liff is not installed') }),
    )
  } finally {
    await site.close()
  }
})
