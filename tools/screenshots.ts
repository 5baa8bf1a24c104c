import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'
import { violationsIn } from './axe.ts'
import { drawBrand } from './brand-pictures.ts'
import { chromiumArgs } from './chromium.mjs'
import { deskPictures } from './desk-pictures.ts'
import { needChromium, needWebKit } from './needs.ts'
import { readOptions } from './options.ts'
import { panelPictures } from './panel-pictures.ts'
import { webKitPictures } from './webkit-pictures.ts'

/**
 * `npm run screenshots -- [NAME …] [--axe] [--full]`: takes a picture of every case of the gallery (tests/gallery) on
 * two phones, in light and dark, Thai and English, and runs axe in light and dark.
 *
 * NAME: only screens whose name contains it. `--axe`: no pictures. `--full`: whole pages. `--readme`: only the pictures
 * for the README, in docs/images, and for the emulator's README. `--desk`: only the pictures for the desk's guides.
 * `--to FOLDER`: writes the pictures of these two options below FOLDER instead. `--webkit`: in WebKitGTK (TEST_WEBKIT),
 * without axe and on one phone. Exits with 1 if axe finds a violation or if a page is wider than the phone.
 */
const root = join(import.meta.dirname, '..')
const folder = join(root, 'test-results', 'screenshots')
const { values, words: only } = readOptions(
  'npm run screenshots',
  {
    axe: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
    brand: { type: 'boolean', default: false },
    desk: { type: 'boolean', default: false },
    to: { type: 'string', default: '.' },
    webkit: { type: 'boolean', default: false },
  },
  '[part of a name …]',
)
const {
  axe: axeOnly,
  full: fullPage,
  readme: forReadme,
  brand: forBrand,
  desk: forDesk,
  webkit: inWebKit,
} = values
if (inWebKit) needWebKit()
const executablePath = needChromium()
const portraits = [
  ['home-ready', 'light', 'th'],
  ['receipt-filled', 'light', 'en'],
  ['rewards-ready', 'light', 'th'],
  ['history-ready', 'dark', 'en'],
  ['waiting-announced-won', 'dark', 'th'],
  ['confirm-won', 'light', 'en'],
] as const
const manifestScreens = [
  ['landing', 'light', 'th'],
  ['home-ready', 'light', 'th'],
  ['rewards-ready', 'light', 'th'],
] as const
const portraitFolder = forBrand ? join(root, 'public', 'screenshots') : join(root, 'docs', 'images')
const sizes = [
  [360, 740],
  [430, 932],
] as const
/** Width in CSS pixels at which no page may scroll sideways (WCAG 1.4.10). */
const NARROW = 320
/** Runs in the page: converts a PNG to a WebP, both in base64. */
const TO_WEBP = `async png => {
  const bitmap = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob())
  const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height })
  canvas.getContext('2d').drawImage(bitmap, 0, 0)
  return canvas.toDataURL('image/webp', 0.72).replace(/^.*,/, '')
}`

const server = await createServer({
  root,
  configFile: false,
  plugins: [react()],
  logLevel: 'error',
  cacheDir: join(root, 'node_modules', '.vite-gallery'),
  optimizeDeps: { entries: ['tests/gallery/gallery.html'] },
  server: { port: 41_000 + Math.floor(Math.random() * 4000), host: '127.0.0.1', hmr: false, watch: null },
})
await server.listen()
const address = `${server.resolvedUrls?.local[0]}tests/gallery/gallery.html`
const browser = await chromium.launch({
  executablePath,
  // The browser's pickers use the browser's language, not the page's.
  env: { ...process.env, LANGUAGE: 'th', LANG: 'th_TH.UTF-8' },
  args: [...chromiumArgs, '--lang=th'],
})
let violations = 0
let pictures = 0

try {
  mkdirSync(folder, { recursive: true })
  const list = await open(1)
  await list.goto(address)
  await list.waitForSelector('#list')
  const all = await list.$$eval('#list li a:first-child', links => links.map(link => link.textContent ?? ''))
  const names = all.filter(name => only.length === 0 || only.some(part => name.includes(part)))
  // Process two cases at a time: axe analyses one while the browser draws the other.
  const work = async () => {
    const page = await open(1)
    for (let name = names.shift(); name !== undefined; name = names.shift()) await look(page, name)
  }
  if (forBrand) await showBrand()
  else if (forDesk) await deskPictures(browser, saveAsWebp)
  else if (forReadme) {
    await portray(portraits)
    await panelPictures(browser, saveAsWebp)
  } else if (inWebKit) pictures = await webKitPictures(address, join(folder, 'webkit'), only)
  else await Promise.all([work(), work()])
} finally {
  await browser.close()
  await server.close()
}
console.log(
  `${pictures} pictures in ${forBrand ? 'public' : forDesk ? 'docs/images/desk' : forReadme ? 'docs/images and emulator/images' : folder}, ${violations} violations`,
)
process.exitCode = violations === 0 ? 0 : 1

/** Each page has its own context, because the browser draws background pages of a window only once per second. */
async function open(deviceScaleFactor: number): Promise<Page> {
  const context = await browser.newContext({ deviceScaleFactor, reducedMotion: 'reduce', locale: 'th-TH' })
  const page = await context.newPage()
  page.on('pageerror', error => complain('page error', error.message))
  page.on('console', message => {
    if (message.type() === 'error') complain('console', message.text())
  })
  return page
}

async function look(page: Page, name: string) {
  await page.setViewportSize({ width: NARROW, height: 700 })
  await page.goto(`${address}#${name}`)
  await page.waitForSelector(`html[data-ready="${name}"]`)
  await examine(page, `${name} light`)
  await picture(page, `${name}-th`, 'light')
  await page.evaluate("dispatchEvent(new Event('dark'))")
  await page.waitForSelector('html.dark')
  await examine(page, `${name} dark`)
  await picture(page, `${name}-th`, 'dark')
  await page.evaluate("dispatchEvent(new Event('english'))")
  await page.waitForSelector('html[data-english]')
  await narrow(page, `${name} English`)
  await picture(page, `${name}-en`, 'dark')
  await page.evaluate("dispatchEvent(new Event('light'))")
  await page.waitForSelector('html:not(.dark)')
  await picture(page, `${name}-en`, 'light')
}

async function showBrand() {
  const page = await open(1)
  await page.goto(`${address}#landing`)
  await page.waitForSelector('html[data-ready="landing"]')
  pictures += await drawBrand(page)
  await portray(manifestScreens)
}

async function portray(chosen: readonly (readonly [string, 'light' | 'dark', 'th' | 'en'])[]) {
  const [size] = sizes
  const page = await open(2)
  await page.setViewportSize({ width: size[0], height: size[1] })
  for (const [name, theme, language] of chosen) {
    const query = `${theme === 'dark' ? '&dark=1' : ''}${language === 'en' ? '&en=1' : ''}`
    await page.goto(`${address}?${query}#${name}`)
    await page.waitForSelector(`html[data-ready="${name}"]`)
    await saveAsWebp(page, join(portraitFolder, `${name}.webp`))
  }
}

async function saveAsWebp(page: Page, path: string) {
  const png = (await page.screenshot()).toString('base64')
  // A separate page does the conversion, because the pictured page may have a content security policy.
  const converter = await browser.newPage()
  const webp = await converter.evaluate<string>(`(${TO_WEBP})(${JSON.stringify(png)})`)
  await converter.close()
  const file = resolve(root, values.to, relative(root, path))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, Buffer.from(webp, 'base64'))
  pictures++
}

async function narrow(page: Page, where: string) {
  await page.setViewportSize({ width: NARROW, height: 700 })
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
  if (wide > NARROW) complain(where, `${wide} px wide on a phone of ${NARROW} px`)
}

async function examine(page: Page, where: string) {
  await narrow(page, where)
  for (const one of await violationsIn(page))
    complain(where, `${one.id}: ${one.nodes.map(node => `${node.target} ${node.message}`).join('\n    ')}`)
}

async function picture(page: Page, name: string, theme: 'light' | 'dark') {
  if (axeOnly) return
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), fullPage })
    pictures++
  }
}

function complain(where: string, what: string) {
  violations++
  console.log(`✗ ${where}: ${what}`)
}
