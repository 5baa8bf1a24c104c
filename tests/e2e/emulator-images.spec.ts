import { createServer } from 'node:http'
import { test as base, expect } from '@playwright/test'
import { createLiffEmulator } from '#emulator/index.ts'
import { startProxy } from '#emulator/proxy/start.ts'
import { listen } from '#tests/kit/listen.ts'
import { simpleFixture } from '#tests/kit/simple-fixture.ts'

/** Tests every way in which a page can load a picture. None of them may request it from the real LINE. */

const PICTURE = 'https://profile.line-scdn.net/0h4af4'
const url = (at: string) => `url("${PICTURE}?${at}")`

/** The content of the page's HTML or style sheet, by the name of the picture. */
const HTML: Readonly<Record<string, string>> = {
  img: `<img src="${PICTURE}?img">`,
  protocol: `<img src="//profile.line-scdn.net/0h4af4?protocol">`,
  unquoted: `<img src=${PICTURE}?unquoted alt=x>`,
  srcset: `<img srcset="${PICTURE}?srcset 1x, /own.png 2x">`,
  source: `<picture><source srcset="${PICTURE}?source"><img src="/own.png"></picture>`,
  poster: `<video poster="${PICTURE}?poster"></video>`,
  input: `<input type="image" src="${PICTURE}?input">`,
  object: `<object data="${PICTURE}?object"></object>`,
  svg: `<svg><image href="${PICTURE}?svg" width="9" height="9"/></svg>`,
  xlink: `<svg><image xlink:href="${PICTURE}?xlink" width="9" height="9"/></svg>`,
  preload: `<link rel="preload" as="image" href="${PICTURE}?preload">`,
  style: `<p class="box" style="background-image: url(${PICTURE}?style)"></p>`,
  quoted: `<p class="box" style="background: url(&quot;${PICTURE}?quoted&quot;)"></p>`,
  sheet: `<style>#sheet { background: ${url('sheet')} }</style><p class="box" id="sheet"></p>`,
  linked: `<p class="box" id="linked"></p>`,
  imported: `<p class="box" id="imported"></p>`,
  set: `<style>#set { background: image-set("${PICTURE}?set" 1x, "${PICTURE}?set" 2x) }</style><p class="box" id="set"></p>`,
  srcdoc: `<iframe srcdoc="<img src='${PICTURE}?srcdoc'>"></iframe>`,
  declarative: `<div><template shadowrootmode="open"><img src="${PICTURE}?declarative"></template></div>`,
}

/** Scripts, by the name of the picture. `box` is a new element of the page. All scripts share one page. */
const SCRIPTS: Readonly<Record<string, string>> = {
  image: `new Image().src = '${PICTURE}?image'`,
  fetched: `fetch('${PICTURE}?fetched', { mode: 'no-cors' })`,
  attribute: `box.append(Object.assign(document.createElement('img'), { alt: '' })); box.firstChild.setAttribute('src', '${PICTURE}?attribute')`,
  srcsetProperty: `new Image().srcset = '${PICTURE}?srcsetProperty 1x'`,
  srcsetAttribute: `new Image().setAttribute('srcset', '${PICTURE}?srcsetAttribute 2x')`,
  posterProperty: `document.createElement('video').poster = '${PICTURE}?posterProperty'`,
  href: `const image = document.createElementNS('http://www.w3.org/2000/svg', 'image'); image.setAttribute('href', '${PICTURE}?href')
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'); svg.append(image); box.append(svg)`,
  hrefNS: `const image = document.createElementNS('http://www.w3.org/2000/svg', 'image')
    image.setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', '${PICTURE}?hrefNS')
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'); svg.append(image); box.append(svg)`,
  baseVal: `const image = document.createElementNS('http://www.w3.org/2000/svg', 'image'); image.href.baseVal = '${PICTURE}?baseVal'
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'); svg.append(image); box.append(svg)`,
  inner: `box.innerHTML = '<img src="${PICTURE}?inner">'`,
  adjacent: `box.insertAdjacentHTML('beforeend', '<img src="${PICTURE}?adjacent">')`,
  shadow: `box.attachShadow({ mode: 'open' }).innerHTML = '<img src="${PICTURE}?shadow">'`,
  parsed: `box.append(document.adoptNode(new DOMParser().parseFromString('<img src="${PICTURE}?parsed">', 'text/html').images[0]))`,
  property: `box.style.backgroundImage = '${url('property')}'; box.offsetWidth`,
  dashed: `box.style['background-image'] = '${url('dashed')}'; box.offsetWidth`,
  shorthand: `box.style.background = 'red ${url('shorthand')}'; box.offsetWidth`,
  list: `box.style.display = 'list-item'; box.style.listStyleImage = '${url('list')}'; box.offsetWidth`,
  mask: `box.style.webkitMaskImage = '${url('mask')}'; box.offsetWidth`,
  setProperty: `box.style.setProperty('background-image', '${url('setProperty')}', 'important'); box.offsetWidth`,
  variable: `box.style.setProperty('--picture', '${url('variable')}'); box.style.backgroundImage = 'var(--picture)'; box.offsetWidth`,
  cssText: `box.style.cssText = 'width: 9px; height: 9px; background: ${url('cssText')}'; box.offsetWidth`,
  styleAttribute: `box.setAttribute('style', 'background: ${url('styleAttribute')}'); box.offsetWidth`,
  assigned: `Object.assign(box.style, { backgroundImage: '${url('assigned')}' }); box.offsetWidth`,
  attributeNode: `const style = document.createAttribute('style'); style.value = 'background: ${url('attributeNode')}'; box.setAttributeNode(style)`,
  typed: `box.attributeStyleMap.set('background-image', '${url('typed')}'); box.offsetWidth`,
  inserted: `const sheet = document.head.appendChild(document.createElement('style')).sheet
    box.id = 'inserted'; sheet.insertRule('#inserted { background: ${url('inserted')} }'); box.offsetWidth`,
  grouped: `const sheet = document.head.appendChild(document.createElement('style')).sheet
    sheet.insertRule('@media all {}'); box.id = 'grouped'
    sheet.cssRules[0].insertRule('#grouped { background: ${url('grouped')} }'); box.offsetWidth`,
  rule: `const sheet = document.head.appendChild(document.createElement('style')).sheet
    box.id = 'rule'; sheet.insertRule('#rule {}'); sheet.cssRules[0].style.backgroundImage = '${url('rule')}'; box.offsetWidth`,
  constructed: `const sheet = new CSSStyleSheet(); sheet.replaceSync('#constructed { background: ${url('constructed')} }')
    box.id = 'constructed'; document.adoptedStyleSheets.push(sheet); box.offsetWidth`,
  text: `box.id = 'text'; const style = document.createElement('style')
    style.textContent = '#text { background: ${url('text')} }'; document.head.append(style)`,
  node: `box.id = 'node'; const style = document.head.appendChild(document.createElement('style'))
    style.append('#node { background: ${url('node')} }')`,
  changed: `box.id = 'changed'; const style = document.head.appendChild(document.createElement('style'))
    style.append('#changed {}'); style.firstChild.data = '#changed { background: ${url('changed')} }'`,
  shadowStyle: `const root = box.attachShadow({ mode: 'closed' }); const style = document.createElement('style')
    style.textContent = ':host { background: ${url('shadowStyle')} }'; root.append(style)`,
  animated: `box.animate({ backgroundImage: ['${url('animated')}', 'none'] }, 1000); box.offsetWidth`,
  keyframes: `const sheet = document.head.appendChild(document.createElement('style')).sheet
    sheet.insertRule('@keyframes k {}'); sheet.cssRules[0].appendRule('from { background: ${url('keyframes')} }')
    box.style.animation = 'k 1s infinite'; box.offsetWidth`,
}

const CSS: Readonly<Record<string, string>> = {
  '/linked.css': `@import "/imported.css"; #linked { background: ${url('linked')} }`,
  '/imported.css': `#imported { background: url( '${PICTURE}?imported' ) }`,
}

const BOX = '.box { width: 9px; height: 9px; display: block }'

/** Pages that each contain all pictures of one table. An error in one script does not stop the others. */
const PAGES: Readonly<Record<string, string>> = {
  '/html': Object.values(HTML).join('\n'),
  '/scripts': Object.entries(SCRIPTS)
    .map(
      ([name, script]) =>
        `<p class="box" id="box-${name}"></p><script>{ const box = document.getElementById('box-${name}'); ${script} }</script>`,
    )
    .join('\n'),
}

const pageWith = (body: string) => `<!doctype html><html><head><meta charset="utf-8"><title>x</title>
<style>${BOX}</style><link rel="stylesheet" href="/linked.css"></head><body>${body}</body></html>`

/** Serves the pages and their style sheets behind the emulator. */
async function startApp() {
  const server = createServer(({ url = '/' }, outgoing) => {
    const css = CSS[url]
    outgoing.setHeader('content-type', `text/${css === undefined ? 'html' : 'css'}; charset=utf-8`)
    outgoing.end(css ?? pageWith(PAGES[url] ?? ''))
  })
  const { url: app, close } = await listen(server)
  const emulator = await createLiffEmulator()
  const running = await startProxy({ emulator, app })
  return {
    url: running.url,
    async close() {
      await running.close()
      await emulator.close()
      await close()
    },
  }
}

const test = base.extend<object, { app: Awaited<ReturnType<typeof startApp>> }>({
  app: [simpleFixture(startApp, app => app.close()), { scope: 'worker' }],
})

for (const [what, path, table] of [
  ['every picture of LINE in HTML and style sheets loads from the emulator', '/html', HTML],
  ['every picture of LINE that a script adds loads from the emulator', '/scripts', SCRIPTS],
] as const)
  test(what, async ({ page, app }) => {
    const urls: URL[] = []
    page.on('request', request => urls.push(new URL(request.url())))
    await page.goto(app.url + path)
    const loaded = () => urls.filter(each => each.pathname.startsWith('/__line/profile.line-scdn.net/'))
    const missing = () =>
      Object.keys(table).filter(name => !loaded().some(({ search }) => search === `?${name}`))
    await expect.poll(missing).toEqual([])
    const outside = urls.filter(
      ({ protocol, hostname }) => /^http/.test(protocol) && hostname !== 'localhost',
    )
    expect(outside.map(String)).toEqual([])
  })
