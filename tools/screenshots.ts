import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'

/**
 * Pictures of every screen of the gallery (tests/gallery) on two phones, light and dark, and axe on each of them.
 * `npm run screenshots -- [part of a name …] [--axe] [--full]`: only those; axe without pictures; whole pages.
 * Ends with 1 when axe finds anything, or a page is wider than the phone.
 */
const root = join(import.meta.dirname, '..')
const folder = join(root, 'test-results', 'screenshots')
const only = process.argv.slice(2).filter(word => !word.startsWith('--'))
const axeOnly = process.argv.includes('--axe')
const fullPage = process.argv.includes('--full')
const sizes = [
  [360, 740],
  [430, 932],
] as const
/** The narrowest phone that must do without scrolling sideways (WCAG 1.4.10). */
const NARROW = 320

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
  ...(process.env.CHROMIUM
    ? { executablePath: process.env.CHROMIUM }
    : { executablePath: '/usr/bin/chromium' }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
let violations = 0
let pictures = 0

try {
  mkdirSync(folder, { recursive: true })
  const context = await browser.newContext({ deviceScaleFactor: 1, reducedMotion: 'reduce', locale: 'th-TH' })
  const page = await context.newPage()
  page.on('pageerror', error => complain('page error', error.message))
  page.on('console', message => {
    if (message.type() === 'error') complain('console', message.text())
  })
  await page.goto(address)
  await page.waitForSelector('#list')
  const names = await page.$$eval('#list li a:first-child', links =>
    links.map(link => link.textContent ?? ''),
  )
  for (const name of names.filter(name => only.length === 0 || only.some(part => name.includes(part))))
    for (const theme of ['light', 'dark'] as const) await look(page, name, theme)
} finally {
  await browser.close()
  await server.close()
}
console.log(`${pictures} pictures in ${folder}, ${violations} violations`)
process.exitCode = violations === 0 ? 0 : 1

async function look(page: Page, name: string, theme: 'light' | 'dark') {
  const url = `${address}?case=${name}${theme === 'dark' ? '&dark=1' : ''}`
  await page.setViewportSize({ width: NARROW, height: 700 })
  await page.goto(url)
  await page.waitForSelector('html[data-ready]')
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
  if (wide > NARROW) complain(`${name} ${theme}`, `${wide} px wide on a phone of ${NARROW} px`)
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  for (const one of found)
    complain(
      `${name} ${theme}`,
      `${one.id}: ${one.nodes.map(node => `${node.target} ${node.any[0]?.message ?? ''}`).join('\n    ')}`,
    )
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
