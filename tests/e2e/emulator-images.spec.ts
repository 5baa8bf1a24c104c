import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { createLiffEmulator } from '#emulator/index.ts'
import { startProxy } from '#emulator/proxy/start.ts'

/** Every way in which a page can load a picture: none of them may request it from the real LINE. */

const PICTURE = 'https://profile.line-scdn.net/0h4af4'
const url = (at: string) => `url("${PICTURE}?${at}")`

/** What is in the page's HTML or its style sheet, by the name of the picture. */
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

/** What a script does, by the name of the picture; `box` is a new element of the page. */
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

function page(html: string, script: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>x</title><style>${BOX}</style>
<link rel="stylesheet" href="/linked.css"></head><body>${html}<p class="box" id="box"></p><script>
  const box = document.getElementById('box')
  ${script}
</script></body></html>`
}

/** Serves one page with its style sheets, with the emulator in front of it. */
async function withApp(html: string, script: string, use: (url: string) => Promise<void>) {
  const server = createServer(({ url = '/' }, outgoing) => {
    const css = CSS[url]
    outgoing.setHeader('content-type', `text/${css === undefined ? 'html' : 'css'}; charset=utf-8`)
    outgoing.end(css ?? page(html, script))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const emulator = await createLiffEmulator()
  const app = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const running = await startProxy({ emulator, app })
  try {
    await use(running.url)
  } finally {
    await running.close()
    await emulator.close()
    await new Promise(resolve => server.close(resolve))
  }
}

/** Opens the page and waits until the picture is loaded from the emulator. Returns the requests to other hosts. */
async function requestsOutside(browserPage: Page, address: string, picture: string): Promise<string[]> {
  const urls: string[] = []
  browserPage.on('request', request => urls.push(request.url()))
  await browserPage.goto(address)
  await expect
    .poll(() => urls.filter(each => each.includes('/__line/profile.line-scdn.net/')).join())
    .toContain(picture)
  return urls.filter(each => /^https?:/.test(each) && new URL(each).hostname !== 'localhost')
}

for (const [name, html] of Object.entries(HTML))
  test(`HTML with a picture of LINE loads it from the emulator: ${name}`, ({ page: browserPage }) =>
    withApp(html, '', async address => {
      expect(await requestsOutside(browserPage, address, `?${name}`)).toEqual([])
    }))

for (const [name, script] of Object.entries(SCRIPTS))
  test(`a script that adds a picture of LINE loads it from the emulator: ${name}`, ({ page: browserPage }) =>
    withApp('', script, async address => {
      expect(await requestsOutside(browserPage, address, `?${name}`)).toEqual([])
    }))
