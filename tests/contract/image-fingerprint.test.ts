import { CompiledQuery } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { exportCustomer } from '#server/identity/export.ts'
import { readCustomer } from '#server/identity/view.ts'
import { fingerprintPending } from '#server/images/fingerprint/pending.ts'
import { photoReader } from '#server/images/fingerprint/reader.ts'
import { runRetention } from '#server/retention/run.ts'
import { findSimilarPhotos } from '#server/review/similar-photos.ts'
import { newPhoto, sendReceipt, setCampaign, uploadPhoto } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { fixture, pictureOf, png, pngChunk } from '#tests/kit/images.ts'
import { testDialect } from '#tests/kit/seeded.ts'
import { eachTest, type SignedIn, testServer, update } from '#tests/kit/server.ts'

const reader = photoReader()
const server = eachTest(testServer)
const somchai = eachTest(() => server.signIn())
const malee = eachTest(() => server.signIn())
afterAll(() => reader.stop())

const readPhotos = () => fingerprintPending(server.deps, reader)
let amount = 100
async function receiptWith(who: SignedIn, photo: Uint8Array): Promise<string> {
  const images = [await uploadPhoto(server, who, Buffer.from(photo))]
  return (await sendReceipt(server, who, { images, amount: ++amount })).body.id
}
const similarTo = async (id: string) => (await findSimilarPhotos(server.db, id)).map(one => one.receipt_id)
const stored = () => server.db.selectFrom('image').selectAll().orderBy('created_at').execute()

test('names a receipt whose photo was saved again in another format as a possible duplicate', async () => {
  const first = await receiptWith(somchai, fixture('receipt.jpg'))
  const second = await receiptWith(malee, fixture('receipt.webp'))
  const other = await receiptWith(malee, pictureOf(3))
  expect(await readPhotos()).toBe(3)
  expect([await similarTo(first), await similarTo(second), await similarTo(other)]).toEqual([
    [second],
    [first],
    [],
  ])
  const { out } = await organiser(server)('receipts', 'show', second)
  expect(out).toContain(`possibly the same photo, saved again: receipt ${first}`)
  const { out: reviewed } = await organiser(server, ['s', 's', 'q'])('receipts', 'review')
  expect(reviewed).toContain('possibly the same photo, saved again')
})

test('finds a picture that was turned, mirrored, scaled or framed by bars, and no other picture', async () => {
  const original = await receiptWith(somchai, pictureOf(1))
  const changes = ['turned', 'mirrored', 'smaller', 'framed'] as const
  const copies: string[] = []
  for (const change of changes) copies.push(await receiptWith(malee, pictureOf(1, change)))
  await receiptWith(malee, pictureOf(2))
  await readPhotos()
  expect((await similarTo(original)).toSorted()).toEqual(copies.toSorted())
})

test('reads each photo once, and photos stored by the previous release as well', async () => {
  await receiptWith(somchai, pictureOf(1))
  expect([await readPhotos(), await readPhotos()]).toEqual([1, 0])
  const [row] = await stored()
  expect(row?.fingerprint).toMatch(/^[0-9a-f]{256}$/)
  await update(server, 'image', { fingerprint: null, band_1: null, fingerprinted_at: null })
  expect(await readPhotos()).toBe(1)
  expect((await stored())[0]).toEqual(row)
})

test('gives no fingerprint to empty, broken, missing and very large photos, and goes on with the next one', async () => {
  await uploadPhoto(server, somchai, newPhoto())
  const broken = png(300, 300, 1, [pngChunk('tRNS', Buffer.alloc(256, 7))]).subarray()
  broken.fill(0xaa, broken.length - 60, broken.length - 20)
  await uploadPhoto(server, somchai, broken)
  await uploadPhoto(server, somchai, png(5000, 4000, 2))
  const missing = await uploadPhoto(server, somchai, pictureOf(4))
  await server.objects.delete(`r/${somchai.customerId}/${missing}`)
  await uploadPhoto(server, malee, pictureOf(5))
  expect(await readPhotos()).toBe(5)
  const rows = await stored()
  expect(rows.map(row => row.fingerprinted_at !== null)).toEqual([true, true, true, true, true])
  const [good] = rows.filter(row => row.customer_id === malee.customerId)
  expect(rows.filter(row => row.fingerprint !== null)).toEqual([good])
  expect(await readPhotos()).toBe(0)
})

test('a photo that takes too long ends with its thread, and the next one is read', async () => {
  const hurried = photoReader(1)
  expect(await hurried.read(png(3000, 3000, 1), 'image/png')).toEqual({ kind: 'unreadable' })
  await hurried.stop()
  expect(await reader.read(pictureOf(1), 'image/png')).toMatchObject({ kind: 'read' })
})

test('leaves the photos for the next run while the photo storage is unavailable', async () => {
  await receiptWith(somchai, pictureOf(1))
  const down = { ...server.deps.objects, get: () => Promise.reject(new Error('down')) }
  await expect(fingerprintPending({ ...server.deps, objects: down }, reader)).rejects.toThrow('down')
  expect(await readPhotos()).toBe(1)
})

test('a photo that cannot be loaded does not hold up the others', async () => {
  await receiptWith(somchai, pictureOf(1))
  await receiptWith(malee, pictureOf(2))
  const [first] = await stored()
  const get = (key: string) =>
    key.includes(first?.sha256 ?? '') ? Promise.reject(new Error('broken')) : server.deps.objects.get(key)
  const objects = { ...server.deps.objects, get }
  await expect(fingerprintPending({ ...server.deps, objects }, reader)).rejects.toThrow('broken')
  expect((await stored()).map(row => row.fingerprint !== null)).toEqual([false, true])
})

test('a photo that a stop has interrupted is read after the next start, and the others too', async () => {
  await receiptWith(somchai, pictureOf(1))
  await receiptWith(malee, pictureOf(2))
  let stopped = false
  const get = (key: string) => {
    stopped = true
    return server.deps.objects.get(key)
  }
  const objects = { ...server.deps.objects, get }
  await fingerprintPending({ ...server.deps, objects }, reader, () => stopped)
  expect((await stored()).map(row => row.fingerprinted_at)).toEqual([null, null])
  expect(await readPhotos()).toBe(2)
})

test('leaving and retention delete the fingerprints, and the customer’s copy contains them', async () => {
  await receiptWith(somchai, pictureOf(1))
  const mine = await receiptWith(malee, pictureOf(1, 'smaller'))
  await readPhotos()
  const row = await readCustomer(server.db, malee.customerId)
  const copy = await exportCustomer(server.db, row, server.clock.now())
  expect(copy.image).toMatchObject([{ fingerprint: expect.stringMatching(/^[0-9a-f]{256}$/) }])
  await somchai.call('cancel', { body: { confirm: true } })
  expect([(await stored()).length, await similarTo(mine)]).toEqual([1, []])
  await setCampaign(server, { announced_at: server.clock.now() })
  server.clock.advance(90 * DAY_MS)
  await runRetention(server.deps, server.clock.now(), { clockIsRight: true })
  expect(await stored()).toEqual([])
})

test.runIf(testDialect === 'sqlite')(
  'the search and the list of unread photos use indexes only',
  async () => {
    const id = await receiptWith(somchai, pictureOf(1))
    await receiptWith(malee, pictureOf(1, 'smaller'))
    await readPhotos()
    const steps: string[] = []
    const recording = server.db.withPlugin({
      transformQuery({ node }) {
        queries.push(server.db.getExecutor().compileQuery(node, { queryId: 'plan' }))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const queries: CompiledQuery[] = []
    await findSimilarPhotos(recording, id)
    await fingerprintPending({ ...server.deps, db: recording }, reader)
    expect(queries.length).toBe(8)
    for (const { sql, parameters } of queries) {
      const { rows } = await server.db.executeQuery(
        CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
      )
      steps.push(...(rows as { detail: string }[]).map(row => row.detail))
    }
    expect(
      steps.filter(step => step.startsWith('SCAN') && !step.includes('image_without_fingerprint_idx')),
    ).toEqual([])
  },
)
