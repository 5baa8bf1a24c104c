import { describe, expect, test } from 'vitest'
import { IMAGES_PER_CUSTOMER, MAX_IMAGE_BYTES } from '#contract/limits.ts'
import { inspect } from '#server/images/inspect.ts'
import { countRows, putImage, uploadPhoto } from '#tests/kit/activity.ts'
import { fixture, png, secrets, sha256Of } from '#tests/kit/images.ts'
import { eachTest, insert, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const somchai = eachTest(() => server.signIn())
const malee = eachTest(() => server.signIn())

const put = (bytes: Uint8Array, headers?: Record<string, string>, sha256?: string, who = somchai) =>
  putImage(server, who, bytes, headers, sha256)
const get = (sha256: string, who = somchai) =>
  server.fetch(
    new Request(`https://campaign.example/api/receipt/image/${sha256}`, {
      headers: { Authorization: `Bearer ${who.token}`, 'X-Request-Id': 'same-request-id' },
    }),
  )
const head = (sha256: string, who = somchai) =>
  server.call('headImage', { token: who.token, params: { sha256 } })

/** Inserts rows of stored photos, without their files. */
async function insertPhotos(count: number): Promise<void> {
  const row = {
    customer_id: somchai.customerId,
    bytes: 1,
    width: 200,
    height: 200,
    content_type: 'image/png',
  }
  const rows = Array.from({ length: count }, (_, index) => ({
    ...row,
    sha256: String(index).padStart(64, '0'),
    created_at: 0,
  }))
  await insert(server, 'image', rows)
}

describe('an upload in one request', () => {
  test.each([
    ['receipt-gps.jpg', 'image/jpeg', 'receipt.jpg'],
    ['receipt.webp', 'image/webp', 'receipt.webp'],
  ] as const)(
    'stores %s without its metadata and serves it only to its owner',
    async (name, contentType, file) => {
      const photo = fixture(name)
      const sha256 = sha256Of(photo)
      const stored = await put(photo)
      expect(stored.body).toEqual({ sha256, bytes: photo.length, width: 240, height: 320, contentType })
      const shown = await get(sha256)
      const served = new Uint8Array(await shown.arrayBuffer())
      expect(shown.status).toBe(200)
      expect(inspect(served)).toEqual({ type: contentType, width: 240, height: 320 })
      const text = Buffer.from(served).toString('latin1')
      expect(secrets.filter(secret => text.includes(secret))).toEqual([])
      expect(Object.fromEntries(shown.headers)).toMatchObject({
        'content-type': contentType,
        'content-length': String(served.length),
        'x-content-type-options': 'nosniff',
        'content-disposition': `inline; filename="${file}"`,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cache-control': 'private, no-store',
      })
    },
  )

  test('gets the same response when repeated, and is stored once', async () => {
    const photo = fixture('receipt.jpg')
    const answers = await Promise.all([put(photo), put(photo), put(photo)])
    expect(new Set(answers.map(one => one.text)).size).toBe(1)
    expect([await countRows(server, 'image'), server.objects.keys().length]).toEqual([1, 1])
  })

  test('gets the same response for another customer’s photo and an unknown one', async () => {
    const sha256 = await uploadPhoto(server, somchai)
    const [theirs, unknown] = [await get(sha256, malee), await get('0'.repeat(64), malee)]
    expect([theirs.status, await theirs.text()]).toEqual([404, await unknown.text()])
    expect((await head(sha256, malee)).status).toBe(404)
  })

  test('of the same photo by two customers is stored for each', async () => {
    const photo = fixture('receipt.jpg')
    await put(photo)
    expect((await put(photo, {}, sha256Of(photo), malee)).status).toBe(200)
    expect((await get(sha256Of(photo), malee)).status).toBe(200)
  })

  test('without a session stores nothing', async () => {
    const photo = fixture('receipt.jpg')
    const refused = await server.call('uploadImage', { params: { sha256: sha256Of(photo) }, bytes: photo })
    expect([refused.status, server.objects.keys()]).toEqual([401, []])
  })
})

describe('refuses and stores nothing for', () => {
  const bomb = png(300, 300)
  bomb.writeUInt32BE(19_000, 16)
  bomb.writeUInt32BE(19_000, 20)
  const text = (value: string) => new TextEncoder().encode(value)

  test.each([
    ['HTML', text('<!doctype html><script></script>'), 415, 'IMAGE_TYPE'],
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'IMAGE_TYPE'],
    ['GIF', text('GIF89a'), 415, 'IMAGE_TYPE'],
    ['PDF', text('%PDF-1.7'), 415, 'IMAGE_TYPE'],
    ['a ZIP', Uint8Array.of(0x50, 0x4b, 3, 4), 415, 'IMAGE_TYPE'],
    ['half a JPEG', fixture('receipt.jpg').subarray(0, 2000), 415, 'IMAGE_TYPE'],
    ['nothing', new Uint8Array(), 415, 'IMAGE_TYPE'],
    ['a bomb of 361 megapixels', bomb, 422, 'IMAGE_DIMENSIONS'],
    ['a picture too small to read', png(199, 400), 422, 'IMAGE_DIMENSIONS'],
    ['more than 40 megapixels', png(7000, 6000), 422, 'IMAGE_DIMENSIONS'],
    ['more than 8 MiB', new Uint8Array(MAX_IMAGE_BYTES + 1), 413, 'TOO_LARGE'],
  ])('%s', async (_, bytes, status, code) => {
    const refused = await put(bytes)
    expect([refused.status, refused.error.error]).toEqual([status, code])
    expect([await countRows(server, 'image'), server.objects.keys()]).toEqual([0, []])
  })

  test('bytes that do not match the announced hash', async () => {
    const refused = await put(fixture('receipt.jpg'), {}, 'a'.repeat(64))
    expect([refused.status, refused.error.error]).toEqual([422, 'IMAGE_HASH'])
  })

  test.each(['../../etc/passwd', '%2e%2e', 'ABC', `${'a'.repeat(63)}G`])('the name %s', async name => {
    const refused = await put(fixture('receipt.jpg'), {}, name)
    expect([400, 404]).toContain(refused.status)
    expect(server.objects.keys()).toEqual([])
  })

  test(`photo number ${IMAGES_PER_CUSTOMER + 1}`, async () => {
    await insertPhotos(IMAGES_PER_CUSTOMER)
    const refused = await put(fixture('receipt.jpg'))
    expect([refused.status, refused.error.error]).toEqual([409, 'IMAGE_QUOTA'])
    expect((await put(fixture('receipt.jpg'), {}, undefined, malee)).status).toBe(200)
  })

  test(`photo number ${IMAGES_PER_CUSTOMER + 1}, if two are sent at the same time`, async () => {
    await insertPhotos(IMAGES_PER_CUSTOMER - 1)
    const { put: store } = server.objects
    const waiting: (() => void)[] = []
    // Store neither upload until both have passed the first check.
    server.objects.put = async (...given) => {
      await new Promise<void>(resolve => {
        if (waiting.push(resolve) === 2) for (const next of waiting) next()
      })
      return store(...given)
    }
    const answers = await Promise.all([put(png(200, 200, 1)), put(png(200, 200, 2))])
    expect(answers.map(one => one.status).toSorted()).toEqual([200, 409])
    expect(await countRows(server, 'image')).toBe(IMAGES_PER_CUSTOMER)
  })
})
