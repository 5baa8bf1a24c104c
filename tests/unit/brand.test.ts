import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { campaign } from '#campaign/texts.th.ts'
import { webManifest } from '../../build/web-manifest.ts'

const PREVIEW_MAX_BYTES = 300_000

/** Returns the Open Graph tags of a document that is built with this PUBLIC_URL. */
async function tagsFor(publicUrl: string): Promise<Record<string, string>> {
  vi.stubEnv('PUBLIC_URL', publicUrl)
  vi.resetModules()
  const { campaignDocument } = await import('../../build/campaign-document.ts')
  vi.unstubAllEnvs()
  const transform = campaignDocument().transformIndexHtml as unknown as (html: string) => {
    readonly html: string
    readonly tags: readonly { readonly attrs: Readonly<Record<string, string>> }[]
  }
  const { tags } = transform(readFileSync('index.html', 'utf8'))
  return Object.fromEntries(
    tags.map(({ attrs }) => [attrs.property ?? attrs.name ?? attrs.rel, attrs.content ?? attrs.href]),
  )
}

test.each([
  ['https://campaign.example', 'https://campaign.example'],
  ['https://campaign.example/ ', 'https://campaign.example'],
  ['', 'http://localhost:4000'],
])('link previews have absolute addresses (PUBLIC_URL=%s)', async (setting, origin) =>
  expect(await tagsFor(setting)).toMatchObject({
    'og:title': `${campaign['campaign.name']} · ${campaign['campaign.headline1']} ${campaign['campaign.headline2']}`,
    'og:description': campaign['campaign.promiseShort'],
    'og:url': `${origin}/`,
    'og:image': `${origin}/preview.jpg`,
    'og:locale': 'th_TH',
    'twitter:card': 'summary_large_image',
  }),
)

test('the picture of link previews exists, with the size that its tags state', async () => {
  const bytes = readFileSync('public/preview.jpg')
  const tags = await tagsFor('https://campaign.example')
  expect(jpegSize(bytes)).toEqual([Number(tags['og:image:width']), Number(tags['og:image:height'])])
  expect(bytes.byteLength).toBeLessThan(PREVIEW_MAX_BYTES)
})

test('every picture of the manifest exists, with the size that the manifest states', () => {
  const { icons, screenshots } = webManifest()
  for (const { src, sizes } of icons)
    expect(`${src} ${pngSize(readFileSync(`public${src}`)).join('x')}`).toBe(`${src} ${sizes}`)
  for (const { src, sizes } of screenshots)
    expect(`${src} ${webpSize(readFileSync(`public${src}`)).join('x')}`).toBe(`${src} ${sizes}`)
  expect(pngSize(readFileSync('public/apple-touch-icon.png'))).toEqual([180, 180])
})

test('the manifest has the campaign’s name and colours', () =>
  expect(webManifest()).toMatchObject({
    name: campaign['campaign.name'],
    short_name: campaign['app.name'],
    theme_color: /--accent: ([^;]+);/.exec(readFileSync('campaign/colours.css', 'utf8'))?.[1],
  }))

const pngSize = (bytes: Buffer) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]

/** Returns the width and height of an extended WebP (RFC 9649, 2.7). */
const webpSize = (bytes: Buffer) => [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]

/** Returns the width and height from the frame header of a JPEG (ITU-T T.81, B.2.2). */
function jpegSize(bytes: Buffer): readonly number[] {
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc2) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
  }
  return []
}
