import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

/** Files and folders shipped to customers. */
const folders = ['src', 'campaign', 'public', 'index.html', 'build/terms-page.ts']
const MAX_BYTES = 60_000

const files = folders.flatMap(folder =>
  statSync(folder).isFile()
    ? [folder]
    : readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => `${entry.parentPath}/${entry.name}`),
)
const sources = files.filter(file => /\.(tsx?|css|html)$/.test(file))
const textOf = (file: string) => readFileSync(file, 'utf8')

/** Images that a style sheet sizes instead of attributes, because they are as wide as their container. */
const sizedByStyle: Readonly<Record<string, readonly [sheet: string, rule: RegExp]>> = {
  'src/ui/photo-tile.tsx': ['src/ui/photo-input.module.css', /\.photo img \{[^}]*\bheight: \d+px;/],
  'src/ui/photo-viewer.tsx': ['src/ui/photo-viewer.module.css', /\.area img \{[^}]*\bheight: 100%;/],
  'src/screens/receipt/confirm-receipt.tsx': [
    'src/screens/receipt/receipt.module.css',
    /\.preview img \{[^}]*\bheight: 100%;/,
  ],
}

function unsized(file: string): readonly string[] {
  const [sheet, rule] = sizedByStyle[file] ?? []
  const held = sheet !== undefined && rule?.test(textOf(sheet))
  return [...textOf(file).matchAll(/<(?:img|video|iframe|canvas)\b[\s\S]*?(?<!=)>/g)]
    .map(([tag]) => tag)
    .filter(tag => !(held || (/\bwidth=/.test(tag) && /\bheight=/.test(tag))))
}

test('gives every picture a fixed size, so that the layout does not shift when it loads', () => {
  const found = sources.flatMap(file => unsized(file).map(tag => `${file}: ${tag}`))
  expect(found).toEqual([])
  const images = sources.filter(file => textOf(file).includes('<img'))
  expect(images).toContain('src/ui/avatar-view.tsx')
})

/** Pictures for operating systems and chat apps, not all of which support WebP, with size limits in bytes. */
const forOthers: Readonly<Record<string, number>> = {
  'public/apple-touch-icon.png': 30_000,
  'public/icon-192.png': 30_000,
  'public/icon-512.png': 150_000,
  'public/icon-maskable-512.png': 150_000,
  'public/preview.jpg': 300_000,
}

test('ships only small pictures as SVG, WebP, or AVIF with a WebP fallback', () => {
  const pixels = files.filter(file => /\.(png|jpe?g|gif|bmp|ico|tiff?|webp|avif)$/i.test(file))
  const wrong = pixels.filter(file => {
    const limit = forOthers[file]
    if (limit !== undefined) return statSync(file).size > limit
    const modern = /\.(webp|avif)$/.test(file)
    const fallback = !file.endsWith('.avif') || existsSync(file.replace(/avif$/, 'webp'))
    return !(modern && fallback) || statSync(file).size > MAX_BYTES
  })
  expect(wrong).toEqual([])
})

test('references no PNG, JPEG, GIF or BMP in style sheets and scripts', () => {
  const named = sources.flatMap(file =>
    [...textOf(file).matchAll(/[^\s"'`(]+\.(?:png|jpe?g|gif|bmp)(?=["'`)?#])/gi)].map(
      ([name]) => `${file}: ${basename(name)}`,
    ),
  )
  expect(named).toEqual([])
})
