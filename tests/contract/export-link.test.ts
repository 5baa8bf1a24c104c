import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { EXPORT_LINK_MS } from '#contract/limits.ts'
import { PER_MINUTE } from '#server/http/rates.ts'
import { createExportLink } from '#server/identity/export-link.ts'
import { newKey, sendReceipt } from '#tests/kit/activity.ts'
import { eachTest, rowOf, type SignedIn, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(() => testServer({ rateLimits: true }))
const who = eachTest(() => server.signIn())

const others = ['README.txt', 'customer.html', 'customer.json']
const texts = ['privacy', 'terms'].flatMap(kind => [`texts/${kind}.en.txt`, `texts/${kind}.th.txt`])

const linkOf = async (customer: SignedIn) => (await customer.call('createExport')).body.path as string

const download = (path: string, method = 'GET') =>
  server.fetch(new Request(`https://campaign.test${path}`, { method }))

const filesIn = async (response: Response) => unzipSync(new Uint8Array(await response.arrayBuffer()))

test('opens from LINE on an iPhone, whose SDK adds a parameter to the address', async () =>
  expect((await download(`${await linkOf(who)}?is_liff_external_open_window=true`)).status).toBe(200))

test('the link downloads the customer’s own data and photos, as often as it is opened', async () => {
  const other = await server.signIn()
  await sendReceipt(server, other, { receiptNo: 'OTHER-77' })
  await sendReceipt(server, who, { receiptNo: 'OWN-4711' })
  const path = await linkOf(who)
  for (const _ of ['first', 'again']) {
    const response = await download(path)
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="my-campaign-data.zip"',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      }),
    ])
    const files = await filesIn(response)
    const text = Buffer.from(files['customer.json'] ?? []).toString()
    const { customer, image } = JSON.parse(text)
    expect(customer.id).toBe(who.customerId)
    expect(text).toContain('OWN-4711')
    expect(text).not.toMatch(new RegExp(`OTHER-77|${other.customerId}|${who.token}`))
    expect(Object.keys(files).toSorted()).toEqual([...others, image[0].file, ...texts].toSorted())
  }
})

test('the link ends with its session, even if the session is just too old', async () => {
  const path = await linkOf(who)
  await update(server, 'session', { expires_at: server.clock.now() + 1 })
  expect((await download(path)).status).toBe(200)
  server.clock.advance(1)
  expect((await download(path)).status).toBe(404)
})

test('the link works for ten minutes', async () => {
  const { body } = await who.call('createExport')
  expect(Date.parse(body.expiresAt)).toBe(server.clock.now() + EXPORT_LINK_MS)
  server.clock.advance(EXPORT_LINK_MS - 1)
  expect((await download(body.path)).status).toBe(200)
  server.clock.advance(1)
  expect((await download(body.path)).status).toBe(404)
})

test('the link works at another server whose clock is behind', async () => {
  const path = await linkOf(who)
  server.clock.advance(-5000)
  expect((await download(path)).status).toBe(200)
})

test('no link is created if the session ends during the call', async () => {
  const { id } = await rowOf(server, 'session')
  await who.call('deleteSession', { key: newKey() })
  await expect(createExportLink(server.db, id, server.clock.now())).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
})

test.each<[string, (who: SignedIn) => Promise<unknown>]>([
  ['logs out', ({ token }) => server.call('deleteSession', { token, key: newKey() })],
  ['ends all sessions', ({ token }) => server.call('deleteSessions', { token, key: newKey() })],
  [
    'leaves',
    ({ token }) =>
      server.call('cancel', { token, key: newKey(), body: { confirm: true, lineAccessToken: 'x' } }),
  ],
])('the link ends when the customer %s', async (_, end) => {
  const path = await linkOf(who)
  expect(await end(who)).toMatchObject({ status: 200 })
  expect((await download(path)).status).toBe(404)
})

test('a changed link gets the same 404 as one that never existed', async () => {
  const other = await server.signIn()
  const path = await linkOf(who)
  const [session = '', expires = '', signature = ''] = path.split('/').at(-1)?.split('.') ?? []
  const [otherSession = ''] = (await linkOf(other)).split('/').at(-1)?.split('.') ?? []
  const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
  const wrong = [
    [otherSession, expires, signature],
    [session, String(Number(expires) - 1), signature],
    [session, String(Number(expires) + 86_400_000), signature],
    [session, expires, flipped],
    [session, expires, ''],
    [session, expires, `${signature}A`],
    ['x'],
  ].map(parts => parts.join('.'))
  const answers = await Promise.all(
    wrong.map(async link => {
      const response = await download(`/api/customer/export/${link}`)
      const { requestId: _, ...body } = await response.json()
      return [response.status, JSON.stringify(body)]
    }),
  )
  expect(new Set(answers.map(String)).size).toBe(1)
  expect(answers[0]?.[0]).toBe(404)
  expect((await download(path)).status).toBe(200)
})

test('names the photos that are missing from the storage', async () => {
  await sendReceipt(server, who)
  for (const key of server.objects.keys()) await server.objects.delete(key)
  const files = await filesIn(await download(await linkOf(who)))
  expect(Object.keys(files).toSorted()).toEqual([...others, ...texts].toSorted())
  expect(Buffer.from(files['README.txt'] ?? []).toString()).toMatch(
    /missing from our storage:\r\nphotos\/\w+\.\w+\r\n/,
  )
})

test('a storage that fails in the middle breaks the download off, so that half a file never looks complete', async () => {
  await sendReceipt(server, who)
  const path = await linkOf(who)
  server.objects.get = () => Promise.reject(new Error('storage is away'))
  const response = await download(path)
  await expect(response.arrayBuffer()).rejects.toThrow()
})

test('downloads are limited for each customer', async () => {
  const [path, others] = [await linkOf(who), await linkOf(await server.signIn())]
  for (let n = 0; n < PER_MINUTE.export; n += 1) await (await download(path)).arrayBuffer()
  expect((await download(path)).status).toBe(429)
  expect((await download(others)).status).toBe(200)
})

test('asking for the headers reads no photo', async () => {
  await sendReceipt(server, who)
  const path = await linkOf(who)
  server.objects.get = () => Promise.reject(new Error('a photo was read'))
  const response = await download(path, 'HEAD')
  expect([response.status, await response.text()]).toEqual([200, ''])
})
