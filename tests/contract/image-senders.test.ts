import { describe, expect, test } from 'vitest'
import { countRows, putImage } from '#tests/kit/activity.ts'
import { fixture, sha256Of } from '#tests/kit/images.ts'
import { seededRandom } from '#tests/kit/random.ts'
import { eachTest, type SignedIn, testServer } from '#tests/kit/server.ts'

const photo = fixture('receipt-gps.jpg')
const sha256 = sha256Of(photo)
const ROUNDS = 8

const server = eachTest(testServer)

/** Delays the calls of the photo storage by different times, so that the senders overtake each other. */
function slowStorage(random: () => number, { atomic }: { readonly atomic: boolean }): void {
  const { put, get, delete: remove } = server.objects
  const turns = async () => {
    for (let left = Math.floor(random() * 6); left > 0; left--)
      await new Promise(resolve => setImmediate(resolve))
  }
  server.objects.put = async (key, bytes, type, options) => {
    await turns()
    await put(key, bytes, type, atomic ? options : {})
  }
  server.objects.get = async key => {
    await turns()
    return get(key)
  }
  server.objects.delete = async key => {
    await turns()
    await remove(key)
  }
}

/** Sends the photo in pieces of this size, and continues where the server says. Returns the last answer. */
async function send(who: SignedIn, size: number, bytes: Uint8Array = photo) {
  let start = 0
  for (let pieces = 0; pieces < 300; pieces++) {
    const end = Math.min(start + size, bytes.length)
    const range = { 'Content-Range': `bytes ${start}-${end - 1}/${bytes.length}` }
    const answer = await putImage(server, who, bytes.subarray(start, end), range, sha256)
    if (answer.status !== 200 || !('received' in answer.body)) return answer
    start = answer.body.received
  }
  throw new Error(`the upload in pieces of ${size} bytes never ends`)
}

describe.each([
  ['that decides who is first', true],
  ['in which the last write wins', false],
])('a photo storage %s', (_, atomic) => {
  test.each([2, 3, 5])('gives a photo to all of %i senders with pieces of different sizes', async count => {
    const random = seededRandom(count)
    slowStorage(random, { atomic })
    for (let round = 1; round <= ROUNDS; round++) {
      const who = await server.signIn()
      const sizes = Array.from({ length: count }, () => 300 + Math.floor(random() * 2500))
      const answers = await Promise.all(sizes.map(size => send(who, size)))
      const what = `round ${round}: pieces of ${sizes.join(', ')} bytes`
      expect([what, ...answers.map(({ status }) => status)]).toEqual([what, ...sizes.map(() => 200)])
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      const stored = await who.call('getImage', { params: { sha256 } })
      expect(stored.status).toBe(200)
    }
    expect(await countRows(server, 'upload')).toBe(0)
    // Each customer has one photo, and no piece of an upload is left.
    if (atomic) expect(server.objects.keys()).toHaveLength(ROUNDS)
  })
})

test('a shorter piece that arrives late does not replace a longer one', async () => {
  const who = await server.signIn()
  const { put } = server.objects
  server.objects.put = async (...late) => {
    server.objects.put = put
    const piece = { 'Content-Range': `bytes 0-3999/${photo.length}` }
    await putImage(server, who, photo.subarray(0, 4000), piece, sha256)
    return put(...late)
  }
  const answer = await send(who, 1000)
  expect([answer.status, server.objects.keys().length]).toEqual([200, 1])
})

test('continues where the storage has lost a piece', async () => {
  const who = await server.signIn()
  const piece = (from: number, to: number) =>
    putImage(
      server,
      who,
      photo.subarray(from, to),
      { 'Content-Range': `bytes ${from}-${to - 1}/${photo.length}` },
      sha256,
    )
  await piece(0, 1000)
  await piece(1000, 2000)
  await server.objects.delete(server.objects.keys().find(key => key.endsWith('/1000')) ?? '')
  expect((await piece(2000, photo.length)).body).toEqual({ sha256, received: 1000 })
  expect((await piece(1000, 2000)).body).toEqual({ sha256, received: 2000 })
  expect((await piece(2000, photo.length)).status).toBe(200)
  expect(server.objects.keys()).toHaveLength(1)
})

test('a damaged copy that was sent first is refused, and the whole photo then arrives', async () => {
  const who = await server.signIn()
  const damaged = Uint8Array.from(photo)
  damaged[2500] = (damaged[2500] ?? 0) ^ 1
  expect((await send(who, 1000, damaged)).error.error).toBe('IMAGE_HASH')
  expect((await send(who, 700)).status).toBe(200)
  expect(server.objects.keys()).toHaveLength(1)
})
