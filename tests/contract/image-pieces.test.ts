import { describe, expect, test } from 'vitest'
import { MAX_IMAGE_BYTES } from '#contract/limits.ts'
import { DAY_MS } from '#contract/time.ts'
import { imageRow } from '#server/images/store.ts'
import { addPiece, deleteUpload } from '#server/images/upload.ts'
import { lockParticipant } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { countRows, putImage } from '#tests/kit/activity.ts'
import { fixture, png, sha256Of } from '#tests/kit/images.ts'
import { NOON } from '#tests/kit/noon.ts'
import { eachTest, type SignedIn, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const somchai = eachTest(() => server.signIn())
const malee = eachTest(() => server.signIn())

const put = (bytes: Uint8Array, headers?: Record<string, string>, sha256?: string, who = somchai) =>
  putImage(server, who, bytes, headers, sha256)
const head = (sha256: string, who = somchai) => who.call('headImage', { params: { sha256 } })

describe('an upload in pieces', () => {
  const photo = fixture('receipt-gps.jpg')
  const sha256 = sha256Of(photo)
  const range = (from: number, to: number, total = photo.length) => ({
    'Content-Range': `bytes ${from}-${to - 1}/${total}`,
  })
  const piece = (from: number, to: number) => put(photo.subarray(from, to), range(from, to), sha256)

  test('becomes the photo, and HEAD returns the received size at any time', async () => {
    expect((await head(sha256)).status).toBe(404)
    expect((await piece(0, 2000)).body).toEqual({ sha256, received: 2000 })
    const asked = await head(sha256)
    expect([asked.headers.get('upload-offset'), asked.headers.get('upload-length')]).toEqual([
      '2000',
      `${photo.length}`,
    ])
    expect((await piece(2000, 4000)).body).toEqual({ sha256, received: 4000 })
    const last = await piece(4000, photo.length)
    expect(last.body).toEqual({
      sha256,
      bytes: photo.length,
      width: 240,
      height: 320,
      contentType: 'image/jpeg',
    })
    expect((await head(sha256)).headers.get('upload-offset')).toBe(`${photo.length}`)
    expect((await piece(4000, photo.length)).text).toBe(last.text)
    expect([await countRows(server, 'upload'), server.objects.keys().length]).toEqual([0, 1])
    expect((await somchai.call('getImage', { params: { sha256 } })).status).toBe(200)
  })

  test('does not change with a piece at the wrong offset, and the response contains the received size', async () => {
    expect((await piece(2000, 4000)).body).toEqual({ sha256, received: 0 })
    await piece(0, 2000)
    expect((await piece(0, 2000)).body).toEqual({ sha256, received: 2000 })
    expect((await piece(4000, photo.length)).body).toEqual({ sha256, received: 2000 })
  })

  test('leaves no piece behind if it is deleted while a piece is being stored', async () => {
    await piece(0, 2000)
    const { put } = server.objects
    server.objects.put = async (...given) => {
      await deleteUpload(server, { customerId: somchai.customerId, sha256 })
      await put(...given)
    }
    expect((await piece(2000, 4000)).body).toEqual({ sha256, received: 0 })
    expect(server.objects.keys()).toEqual([])
  })

  test('does not change with an older piece of another size', async () => {
    await piece(0, 2000)
    await piece(2000, 4000)
    expect((await piece(0, 3000)).body).toEqual({ sha256, received: 4000 })
    expect((await piece(4000, photo.length)).status).toBe(200)
  })

  test('counts a piece once that is sent twice at the same time', async () => {
    await piece(0, 2000)
    await Promise.all([piece(2000, 4000), piece(2000, 4000)])
    expect((await head(sha256)).headers.get('upload-offset')).toBe('4000')
    expect((await piece(4000, photo.length)).status).toBe(200)
  })

  test('keeps a piece that was sent again, with the next one, while it was being stored', async () => {
    await piece(0, 2000)
    const { put: store } = server.objects
    server.objects.put = async (...args) => {
      server.objects.put = store
      await piece(2000, 4000)
      await piece(4000, 4500)
      return store(...args)
    }
    expect((await piece(2000, 4000)).body).toEqual({ sha256, received: 4500 })
    expect((await head(sha256)).headers.get('upload-offset')).toBe('4500')
    expect((await piece(4500, photo.length)).status).toBe(200)
  })

  test('that begins again while the former one is being deleted stays', async () => {
    await piece(0, 2000)
    const { delete: remove } = server.objects
    server.objects.delete = async key => {
      await remove(key)
      await piece(0, 2000)
    }
    await deleteUpload(server, { customerId: somchai.customerId, sha256 })
    server.objects.delete = remove
    expect((await head(sha256)).headers.get('upload-offset')).toBe('2000')
    expect((await piece(2000, photo.length)).status).toBe(200)
  })

  test('creates one photo if the last piece is sent twice at the same time', async () => {
    await piece(0, 4000)
    const answers = await Promise.all([piece(4000, photo.length), piece(4000, photo.length)])
    expect(answers.map(one => one.status)).toEqual([200, 200])
    expect(answers[0]?.text).toBe(answers[1]?.text)
    expect([await countRows(server, 'image'), server.objects.keys().length]).toEqual([1, 1])
  })

  test('returns the photo for a last piece that is looked up while the finished upload is being deleted', async () => {
    await piece(0, 4000)
    const ref = { customerId: somchai.customerId, sha256 }
    const last = { start: 4000, total: photo.length }
    const { delete: remove } = server.objects
    const stores = { ...server, requireOwner: (db: Db) => lockParticipant(db, ref.customerId) }
    let second: unknown
    server.objects.delete = async key => {
      server.objects.delete = remove
      second = await addPiece(stores, ref, last, photo.subarray(4000), NOON)
      return remove(key)
    }
    expect((await piece(4000, photo.length)).status).toBe(200)
    expect(second).toEqual(await imageRow(server.db, ref))
    expect([await countRows(server, 'image'), server.objects.keys().length]).toEqual([1, 1])
  })

  test('keeps no piece of a request that is overtaken by the same last piece', async () => {
    await piece(0, 4000)
    const { put: store } = server.objects
    let second: Awaited<ReturnType<typeof piece>> | undefined
    server.objects.put = async (...args) => {
      server.objects.put = store
      second = await piece(4000, photo.length)
      return store(...args)
    }
    const first = await piece(4000, photo.length)
    expect([first.status, first.text]).toEqual([200, second?.text])
    expect([await countRows(server, 'image'), server.objects.keys().length]).toEqual([1, 1])
  })

  test('loses only the last piece if storing the photo fails', async () => {
    await piece(0, 4000)
    const { put } = server.objects
    server.objects.put = async (key, ...rest) => {
      if (key.startsWith('r/')) throw new Error('the disk is full')
      return put(key, ...rest)
    }
    expect((await piece(4000, photo.length)).status).toBe(500)
    server.objects.put = put
    expect((await head(sha256)).headers.get('upload-offset')).toBe('4000')
    expect((await piece(4000, photo.length)).status).toBe(200)
  })

  test('refuses an empty piece', async () => {
    const refused = await put(new Uint8Array(), { 'Content-Range': 'bytes 5-4/5000' }, sha256)
    expect([refused.status, refused.error.fields?.[0]?.path]).toEqual([400, 'Content-Range'])
  })

  test('is deleted if the pieces do not form the photo, and can start again', async () => {
    await put(new Uint8Array(2000).fill(1), range(0, 2000), sha256)
    await piece(2000, 4000)
    const refused = await piece(4000, photo.length)
    expect(refused.error.error).toBe('IMAGE_TYPE')
    expect([(await head(sha256)).status, server.objects.keys()]).toEqual([404, []])
    await piece(0, 2000)
    expect((await piece(2000, photo.length)).status).toBe(200)
  })

  test.each([
    'bytes 0-10/5000',
    'bytes 0-1999/1000',
    'bytes 5-1/5000',
    'pieces 0-1999/5000',
    'bytes 0-1999/*',
  ])('refuses the range %s for two thousand bytes', async header => {
    const refused = await put(photo.subarray(0, 2000), { 'Content-Range': header }, sha256)
    expect([refused.status, refused.error.fields?.[0]?.path]).toEqual([400, 'Content-Range'])
  })

  test('refuses a photo larger than 8 MiB with its first piece', async () => {
    const refused = await put(photo.subarray(0, 10), range(0, 10, MAX_IMAGE_BYTES + 1), sha256)
    expect([refused.status, refused.error.error]).toEqual([413, 'TOO_LARGE'])
  })

  test('leaves no pieces if the photo is then sent in one request', async () => {
    await piece(0, 2000)
    expect((await put(photo)).status).toBe(200)
    expect([await countRows(server, 'upload'), server.objects.keys().length]).toEqual([0, 1])
  })

  test('does not mix with another customer’s pieces', async () => {
    await piece(0, 2000)
    const theirs = await put(photo.subarray(2000, 4000), range(2000, 4000), sha256, malee)
    expect(theirs.body).toEqual({ sha256, received: 0 })
    await put(photo.subarray(0, 2000), range(0, 2000), sha256, malee)
    await piece(2000, 4000)
    const offsetOf = async (who: SignedIn) => (await head(sha256, who)).headers.get('upload-offset')
    expect([await offsetOf(somchai), await offsetOf(malee)]).toEqual(['4000', '2000'])
    const ref = { customerId: somchai.customerId, sha256 }
    await deleteUpload(server, ref)
    expect([await offsetOf(somchai), await offsetOf(malee)]).toEqual([null, '2000'])
    // Simulates that Malee's first piece is still being stored.
    await update(server, 'upload', { received: 0 })
    await piece(0, 2000)
    await deleteUpload(server, ref)
    expect([await offsetOf(somchai), await offsetOf(malee)]).toEqual([null, '0'])
  })

  test('continues if another customer’s upload of the same photo has expired', async () => {
    await put(photo.subarray(0, 2000), range(0, 2000), sha256, malee)
    server.clock.advance(7 * DAY_MS + 1)
    const again = await server.signIn(somchai.user)
    await put(photo.subarray(0, 2000), range(0, 2000), sha256, again)
    const next = await put(photo.subarray(2000, 4000), range(2000, 4000), sha256, again)
    expect(next.body).toEqual({ sha256, received: 4000 })
  })

  test('is deleted after a week if unfinished', async () => {
    await piece(0, 2000)
    server.clock.advance(7 * DAY_MS + 1)
    const again = await server.signIn(somchai.user)
    const other = png(200, 200, 1)
    await put(other.subarray(0, 10), range(0, 10, other.length), sha256Of(other), again)
    expect((await head(sha256, again)).status).toBe(404)
    expect(server.objects.keys()).toHaveLength(1)
  })
})
