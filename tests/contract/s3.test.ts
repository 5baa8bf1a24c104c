import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ObjectStore } from '#server/deps.ts'
import { ObjectStoreError } from '#server/images/object-store-error.ts'
import { s3Objects } from '#server/images/s3.ts'
import { png, sha256Of } from '#tests/kit/images.ts'
import { rowsOf, testServer } from '#tests/kit/server.ts'
import { clientOf, hasSwift, type Swift, startSwift } from '#tests/kit/swift.ts'

const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 256)

describe.runIf(hasSwift)('a bucket of a real S3-compatible server', () => {
  let swift: Swift
  let objects: ObjectStore
  beforeAll(async () => {
    swift = await startSwift()
  }, 120_000)
  afterAll(() => swift?.close())
  beforeEach(() => {
    objects = s3Objects(swift.bucket)
  })

  /** Reads an object with a separate client. */
  async function seen(key: string): Promise<{ status: number; type: string | null; size: number }> {
    const response = await clientOf(swift.bucket).fetch(
      `${swift.bucket.endpoint}/${swift.bucket.bucket}/${key}`,
    )
    const { byteLength: size } = await response.arrayBuffer()
    return { status: response.status, type: response.headers.get('content-type'), size }
  }

  test('stores objects byte for byte and deletes them', async () => {
    const key = `r/${crypto.randomUUID()}/${sha256Of(bytes)}`
    expect(await objects.get(key)).toBeNull()
    await objects.put(key, bytes, 'image/jpeg')
    expect(await objects.get(key)).toEqual(bytes)
    expect(await seen(key)).toEqual({ status: 200, type: 'image/jpeg', size: bytes.length })
    await objects.put(key, bytes.subarray(0, 10), 'image/jpeg')
    expect((await objects.get(key))?.length).toBe(10)
    await objects.delete(key)
    expect([await objects.get(key), (await seen(key)).status]).toEqual([null, 404])
    await objects.delete(key)
    await objects.probe()
  })

  test('accepts keys with any characters', async () => {
    const key = 'upload/a b+c%2F/..%/ก?x=1&y#z/0'
    await objects.put(key, bytes.subarray(0, 3), 'application/octet-stream')
    expect(await objects.get(key)).toEqual(bytes.subarray(0, 3))
    await objects.delete(key)
    expect(await objects.get(key)).toBeNull()
  })

  test.each([
    ['a wrong secret key', { secretKey: 'wrong' }],
    ['an unknown access key', { accessKey: 'campaign:nobody' }],
    ['a bucket that is not there', { bucket: 'nowhere' }],
  ])('fails every operation with %s, and reports nothing as missing or stored', async (_what, change) => {
    const key = `r/${crypto.randomUUID()}/${sha256Of(bytes)}`
    await objects.put(key, bytes, 'image/jpeg')
    const other = s3Objects({ ...swift.bucket, ...change })
    await expect(other.get(key)).rejects.toThrow(ObjectStoreError)
    await expect(other.put(key, bytes.subarray(1), 'image/jpeg')).rejects.toThrow(ObjectStoreError)
    await expect(other.probe()).rejects.toThrow(ObjectStoreError)
    if (!('bucket' in change)) await expect(other.delete(key)).rejects.toThrow(ObjectStoreError)
    expect(await objects.get(key)).toEqual(bytes)
  })

  test('stores photos sent in one request or in pieces under the customer’s id, and serves them only to their owner', async () => {
    const server = await testServer({ deps: { objects } })
    const [me, other] = [await server.signIn(), await server.signIn()]
    const headers = { 'Content-Type': 'image/png' }
    for (const [seed, inPieces] of [
      [1, false],
      [2, true],
    ] as const) {
      const photo = png(300, 300, seed)
      const sha256 = sha256Of(photo)
      const params = { sha256 }
      const half = Math.floor(photo.length / 2)
      const parts = inPieces ? [photo.subarray(0, half), photo.subarray(half)] : [photo]
      let at = 0
      for (const part of parts) {
        const range = `bytes ${at}-${at + part.length - 1}/${photo.length}`
        const sent = await me.call('uploadImage', {
          params,
          bytes: part,
          headers: inPieces ? { ...headers, 'Content-Range': range } : headers,
        })
        expect(sent.status).toBe(200)
        at += part.length
      }
      expect((await seen(`r/${me.customerId}/${sha256}`)).status).toBe(200)
      expect((await seen(`upload/${me.customerId}/${sha256}/0`)).status).toBe(404)
      expect((await me.call('getImage', { params })).status).toBe(200)
      expect((await server.call('getImage', { token: other.token, params })).status).toBe(404)
    }
  })

  test('with a wrong access key customers get UNAVAILABLE, and the log contains the reason', async () => {
    const lines: string[] = []
    const refusing = s3Objects({ ...swift.bucket, secretKey: 'wrong' })
    const server = await testServer({ deps: { objects: refusing }, onLog: line => lines.push(line) })
    const me = await server.signIn()
    const photo = png(300, 300, 3)
    const params = { sha256: sha256Of(photo) }
    const headers = { 'Content-Type': 'image/png' }
    const sent = await me.call('uploadImage', { params, bytes: photo, headers })
    const ready = await server.call('readyz')
    for (const answer of [sent, ready]) {
      expect([answer.status, answer.error.error]).toEqual([503, 'UNAVAILABLE'])
      expect(answer.text).not.toContain('Signature')
    }
    expect(lines.join()).toContain('SignatureDoesNotMatch')
    expect(await rowsOf(server, 'image')).toEqual([])
  })
})

describe('an unreachable bucket', () => {
  const settings = {
    endpoint: 'http://127.0.0.1:1',
    bucket: 'photos',
    region: 'us-east-1',
    accessKey: 'key',
    secretKey: 'secret',
  }

  test('fails after a few attempts', async () => {
    const objects = s3Objects(settings)
    await expect(objects.get('r/x/y')).rejects.toThrow(ObjectStoreError)
    await expect(objects.probe()).rejects.toThrow(ObjectStoreError)
  })

  test('retries transient failures but not refusals', async () => {
    const answers = [503, 429, 200, 403]
    const asked: string[] = []
    const objects = s3Objects(settings, async request => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`)
      return new Response('<Error><Code>AccessDenied</Code></Error>', {
        status: answers[asked.length - 1] ?? 500,
      })
    })
    await objects.put('r/x/y', bytes.subarray(0, 5), 'image/png')
    expect(asked).toEqual(['PUT /photos/r/x/y', 'PUT /photos/r/x/y', 'PUT /photos/r/x/y'])
    await expect(objects.get('r/x/y')).rejects.toThrow('AccessDenied')
    expect(asked).toHaveLength(4)
  })

  test('leaves an object that is there, and writes without a condition if the bucket knows none', async () => {
    const answers = [412, 409, 501, 200, 501]
    const conditions: (string | null)[] = []
    const objects = s3Objects(settings, async request => {
      conditions.push(request.headers.get('if-none-match'))
      return new Response('', { status: answers[conditions.length - 1] ?? 500 })
    })
    const put = (onlyNew: boolean) =>
      objects.put('r/x/y', bytes.subarray(0, 5), 'image/png', onlyNew ? { onlyNew } : {})
    for (let times = 0; times < 3; times++) await put(true)
    expect(conditions).toEqual(['*', '*', '*', null])
    await expect(put(false)).rejects.toThrow('501')
  })

  test('does not follow a redirect to another host', async () => {
    const requests: Request[] = []
    const objects = s3Objects(settings, async request => {
      requests.push(request)
      return new Response(null, { status: 307, headers: { Location: 'https://elsewhere.example/' } })
    })
    await expect(objects.put('r/x/y', bytes.subarray(0, 5), 'image/png')).rejects.toThrow('307')
    await expect(objects.get('r/x/y')).rejects.toThrow('307')
    expect(requests.map(request => request.redirect)).toEqual(['manual', 'manual'])
  })

  test('treats an incomplete body as a failure', async () => {
    const objects = s3Objects(settings, async () => {
      const body = new ReadableStream({
        pull(controller) {
          controller.error(new TypeError('terminated'))
        },
      })
      return new Response(body)
    })
    await expect(objects.get('r/x/y')).rejects.toThrow(ObjectStoreError)
  })
})
