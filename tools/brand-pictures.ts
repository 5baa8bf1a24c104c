import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { campaign } from '#campaign/texts.th.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'public')
/** Facebook, X and LINE show link previews of this ratio without cropping. */
const PREVIEW = [1200, 630] as const
/** A maskable icon must keep its motif inside a circle of 80 % of its width. */
const icons = [
  { file: 'icon-192.png', width: 192, rounded: true },
  { file: 'icon-512.png', width: 512, rounded: true },
  { file: 'icon-maskable-512.png', width: 512, rounded: false },
  { file: 'apple-touch-icon.png', width: 180, rounded: false },
] as const

/**
 * Draws the link preview and the app's icons from the campaign's texts and colours into `public/`. `page` shows the key
 * visual with the can. Returns the number of pictures.
 */
export async function drawBrand(page: Page): Promise<number> {
  mkdirSync(folder, { recursive: true })
  const can = await page.evaluate<string>("document.querySelector('#hero-body').closest('g').outerHTML")
  const draw = async (html: string, [width, height]: readonly [number, number]) => {
    await page.setViewportSize({ width, height })
    await page.setContent(`<!doctype html><style>${colours()}${STYLE}</style>${html}`)
    await page.evaluate('document.fonts.ready')
  }
  await draw(preview(can), PREVIEW)
  const jpeg = await page.screenshot({ type: 'jpeg', quality: 86 })
  writeFileSync(join(folder, 'preview.jpg'), jpeg)
  for (const { file, width, rounded } of icons) {
    await draw(icon(can, rounded), [width, width])
    writeFileSync(join(folder, file), await page.screenshot({ omitBackground: true }))
  }
  return icons.length + 1
}

const colours = () => readFileSync(join(root, 'campaign', 'colours.css'), 'utf8')

const STYLE = `
html, body { margin: 0; height: 100%; overflow: hidden; font-family: system-ui, "Noto Sans Thai", sans-serif }
.picture { position: relative; width: 100vw; height: 100vh; overflow: hidden; background: linear-gradient(160deg, var(--hero-from), var(--hero-to) 85%) }
.picture svg { position: absolute; inset: 0; width: 100%; height: 100% }
.rounded { border-radius: 22% }
.words { position: absolute; left: 76px; top: 92px; width: 700px; color: #fff }
.brand { display: inline-block; padding: 6px 30px; font-size: 38px; font-weight: 700; color: #8c0a35; background: #ffd9e3; border-radius: 99px; transform: rotate(-2deg) }
h1 { margin: 28px 0 0; font-size: 92px; font-weight: 800; line-height: 1.36; text-shadow: 0 4px 0 rgb(90 4 34 / 55%) }
h1 span { display: block; white-space: nowrap }
.promise { margin: 26px 0 0; font-size: 40px; font-weight: 600; line-height: 1.5 }`

const bubbles = [
  [790, 120, 16],
  [742, 330, 12],
  [806, 520, 20],
  [1128, 96, 20],
  [1150, 372, 26],
  [1098, 560, 14],
].map(
  ([x, y, r]) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="#fff" fill-opacity=".14" stroke="#fff" stroke-opacity=".55" stroke-width="3"/>`,
)

const preview = (can: string) => `<div class="picture">
<svg viewBox="0 0 1200 630"><defs><linearGradient id="beam" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".4"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient></defs>
<g fill="url(#beam)"><path d="M840-20L560 640h260z" opacity=".5"/><path d="M940-20L780 640h340z" opacity=".6"/><path d="M1040-20l-20 660h300z" opacity=".4"/></g>
${bubbles.join('')}<g transform="translate(838 46) rotate(9 155 270) scale(2.5)">${can}</g></svg>
<div class="words"><div class="brand">${campaign['campaign.name']}</div>
<h1><span>${campaign['campaign.headline1']}</span><span>${campaign['campaign.headline2']}</span></h1>
<p class="promise">${campaign['campaign.promiseShort']}</p></div></div>`

const icon = (can: string, rounded: boolean) => `<div class="picture${rounded ? ' rounded' : ''}">
<svg viewBox="0 0 100 100"><g fill="#fff" fill-opacity=".2"><circle cx="22" cy="34" r="5"/><circle cx="79" cy="66" r="6"/><circle cx="75" cy="26" r="3.500"/></g>
<g transform="translate(31.600 17) rotate(8 18.500 32.500) scale(.31)">${can}</g></svg></div>`
