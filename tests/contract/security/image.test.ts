import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { diskObjects } from '#server/images/disk.ts'
import { inspect } from '#server/images/inspect.ts'
import { countRows, newPhoto } from '#tests/kit/activity.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { fixture, jpegMetadata, png, pngChunk, secrets, sha256Of, withSegments } from '#tests/kit/images.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const me = eachTest(() => server.signIn())

const upload = (bytes: Uint8Array, sha256 = sha256Of(bytes), headers: Record<string, string> = {}) =>
  me.call('uploadImage', { params: { sha256 }, bytes, headers })

/** A PNG of a few hundred kilobytes that decodes to 19,000 by 19,000 pixels (361 megapixels). */
function bomb(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(19_000, 0)
  header.writeUInt32BE(19_000, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((19_000 / 8 + 1) * 19_000))
  const parts = [pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

test('check 20 (ASVS 5.2.2, 5.2.6): refuses files that are not complete photos of a reasonable size, and stores nothing', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  const hostile: Record<string, Uint8Array> = {
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    svg: Buffer.from(svg),
    gif: Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00', 'latin1'),
    pdf: Buffer.from('%PDF-1.7\n'),
    zip: Buffer.from('PK\x03\x04', 'latin1'),
    exe: Buffer.from('MZ\x90\x00', 'latin1'),
    'a JPEG of three bytes': Buffer.from([0xff, 0xd8, 0xff]),
    'a JPEG cut off': fixture('receipt.jpg').subarray(0, 300),
    'a PNG cut off': newPhoto().subarray(0, 60),
    'a WebP cut off': fixture('receipt.webp').subarray(0, 40),
    'a bomb': bomb(),
    'a stamp': png(199, 200),
  }
  expect(bomb().length).toBeLessThan(1024 * 1024)
  for (const [what, bytes] of Object.entries(hostile))
    for (const type of ['image/jpeg', 'image/png']) {
      const { status } = await upload(bytes, sha256Of(bytes), { 'Content-Type': type })
      expect([what, [415, 422].includes(status)]).toEqual([what, true])
    }
  expect((await upload(newPhoto(), 'a'.repeat(64))).error.error).toBe('IMAGE_HASH')
  expect([server.objects.keys(), await countRows(server, 'image')]).toEqual([[], 0])
})

test('check 21 (ASVS 5.3.2, 5.4.1): no name from a client reaches the file system; file names are the server’s hashes', async () => {
  const folder = await testFolder()
  const outside = join(folder, 'secret.txt')
  await writeFile(outside, 'secret')
  const disk = diskObjects(join(folder, 'objects'))
  const asked: string[] = []
  const objects = {
    ...disk,
    get: (key: string) => {
      asked.push(key)
      return disk.get(key)
    },
    put: (key: string, bytes: Uint8Array, type: string) => {
      asked.push(key)
      return disk.put(key, bytes, type)
    },
  }
  const own = await testServer({ deps: { objects } })
  const who = await own.signIn()
  const names = [
    '../../secret.txt',
    '..%2f..%2fsecret.txt',
    '%2e%2e%2fsecret.txt',
    'a%00.jpg',
    '/etc/passwd',
    '..\\..\\x',
    '%252e%252e%252f',
    `${'a'.repeat(63)}/`,
    `${'a'.repeat(64)}%00`,
    'A'.repeat(64),
  ]
  for (const name of names)
    for (const method of ['GET', 'PUT', 'HEAD']) {
      const request = new Request(`https://campaign.example/api/receipt/image/${name}`, {
        method,
        headers: { Authorization: `Bearer ${who.token}` },
        ...(method === 'PUT' ? { body: newPhoto() as BodyInit } : {}),
      })
      const { status } = await own.fetch(request)
      expect([name, method, [400, 404, 405].includes(status)]).toEqual([name, method, true])
    }
  expect(asked).toEqual([])
  const bytes = newPhoto()
  const sha256 = sha256Of(bytes)
  expect((await own.call('uploadImage', { token: who.token, params: { sha256 }, bytes })).status).toBe(200)
  expect(asked).toEqual([`r/${who.customerId}/${sha256}`])
  const files = (await readdir(join(folder, 'objects'), { recursive: true, withFileTypes: true })).filter(
    one => one.isFile(),
  )
  expect(files.map(file => file.name)).toEqual([sha256Of(Buffer.from(`r/${who.customerId}/${sha256}`))])
  await own.close()
})

test('check 22 (ASVS 14.2.8): the stored photo has no location or camera data, although the uploaded file has', async () => {
  const photos = [fixture('receipt-gps.jpg'), withSegments(fixture('receipt.jpg'), ...jpegMetadata(6))]
  expect(photos.some(photo => secrets.some(word => photo.includes(word)))).toBe(true)
  for (const photo of photos) {
    expect(photo.includes('Exif')).toBe(true)
    const sha256 = sha256Of(photo)
    expect((await upload(photo)).status).toBe(200)
    const stored = Buffer.from((await server.objects.get(`r/${me.customerId}/${sha256}`)) ?? [])
    for (const word of [...secrets, 'GPS', 'http://ns.adobe.com'])
      expect([word, stored.includes(word)]).toEqual([word, false])
    expect(inspect(stored)).toMatchObject({ type: 'image/jpeg' })
  }
})
