import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { campaignOf, setCampaign } from '#tests/kit/activity.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)

const raw = (path: string, headers: Record<string, string> = {}) =>
  server.fetch(new Request(`https://campaign.example/api/master/${path}`, { headers }))

test('lists provinces, their districts and their subdistricts', async () => {
  const provinces = await server.call('provinces')
  expect(provinces.body).toHaveLength(77)
  expect(provinces.body).toContainEqual({ id: 10, nameTh: 'กรุงเทพมหานคร', nameEn: 'Bangkok' })
  const districts = await server.call('districts', { query: { provinceId: '10' } })
  expect(districts.body).toHaveLength(50)
  const subdistricts = await server.call('subdistricts', { query: { districtId: '1001' } })
  expect(subdistricts.body).toContainEqual({
    id: 100101,
    districtId: 1001,
    nameTh: 'พระบรมมหาราชวัง',
    postalCode: '10200',
  })
  expect(new Set(subdistricts.body.map(({ districtId }) => districtId))).toEqual(new Set([1001]))
  expect((await server.call('districts', { query: { provinceId: '99' } })).body).toEqual([])
})

test('the places of each parent are in Thai dictionary order', async () => {
  const { compare } = new Intl.Collator('th')
  const all = await server.call('masterAll')
  const lists = [
    (await server.call('provinces')).body,
    (await server.call('districts', { query: { provinceId: '10' } })).body,
    (await server.call('subdistricts', { query: { districtId: '1001' } })).body,
    all.body.provinces,
    all.body.districts.filter(({ provinceId }) => provinceId === 50),
    all.body.subdistricts.filter(({ districtId }) => districtId === 5001),
  ]
  for (const list of lists) {
    const names = list.map(({ nameTh }) => nameTh)
    expect(names.length).toBeGreaterThan(5)
    expect(names).toEqual([...names].sort(compare))
  }
})

test.each([
  ['districts', {}],
  ['districts', { provinceId: 'x' }],
  ['subdistricts', { districtId: '-1' }],
] as const)('%s of %o names the wrong field', async (name, query) => {
  const refused = await server.call(name, { query })
  expect([refused.status, refused.error.error]).toEqual([400, 'VALIDATION'])
  expect(refused.error.fields?.[0]?.path).toMatch(/Id$/)
})

test('lists participating stores without their QR codes', async () => {
  const before = await server.call('stores')
  expect(before.body.length).toBe(12)
  await update(server, 'store', { active: 0 }, { id: 1 })
  const after = await server.call('stores')
  expect(after.body).toEqual(before.body.slice(1))
  expect(after.text).not.toContain('code')
})

test('lets phones cache the lists for a day, and answers 304 if they are unchanged', async () => {
  for (const path of ['province', 'district?provinceId=10', 'subdistrict?districtId=1001', 'store', 'all']) {
    const first = await raw(path)
    expect(first.headers.get('cache-control')).toBe('public, max-age=86400')
    const etag = first.headers.get('etag') ?? ''
    const again = await raw(path, { 'If-None-Match': etag })
    expect([path, etag === '', again.status, await again.text()]).toEqual([path, false, 304, ''])
  }
})

test('the combined list equals the separate lists', async () => {
  const { body } = await server.call('masterAll')
  expect(body.provinces).toEqual((await server.call('provinces')).body)
  expect(body.stores).toEqual((await server.call('stores')).body)
  expect([body.districts.length, body.subdistricts.length]).toEqual([928, 7475])
})

test('the combined list is compressed', async () => {
  const response = await raw('all', { 'Accept-Encoding': 'gzip, br' })
  expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
    'gzip',
    'Accept-Encoding',
  ])
  const packed = Buffer.from(await response.arrayBuffer())
  expect(packed.length).toBeLessThan(120_000)
  expect(JSON.parse(gunzipSync(packed).toString('utf8'))).toEqual((await server.call('masterAll')).body)
})

test('the activity comes from the campaign’s row and clock and is not cached', async () => {
  const campaign = await campaignOf(server)
  const { body, headers } = await server.call('activity')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toMatchObject({
    endPlatform: false,
    pendingPlatform: false,
    serverTime: new Date(server.clock.now()).toISOString(),
    opensAt: new Date(campaign.opens_at).toISOString(),
    bahtPerRight: 100,
    minAmount: 100,
    features: { allowExternalBrowser: false, drawId: campaign.draw_id },
  })
})

test('the activity follows the dates before, during and after the campaign unless the organiser overrides them', async () => {
  const switches = async () => {
    const { body } = await server.call('activity')
    return [body.pendingPlatform, body.endPlatform]
  }
  const { opens_at, closes_at } = await campaignOf(server)
  const at = (ms: number) => server.clock.advance(ms - server.clock.now())
  at(opens_at - 1)
  expect(await switches()).toEqual([true, false])
  at(opens_at)
  expect(await switches()).toEqual([false, false])
  at(closes_at - 1)
  expect(await switches()).toEqual([false, false])
  at(closes_at)
  expect(await switches()).toEqual([false, true])
  await setCampaign(server, { mode: 'open' })
  expect(await switches()).toEqual([false, false])
  await setCampaign(server, { mode: 'pending' })
  expect(await switches()).toEqual([true, false])
  at(opens_at)
  await setCampaign(server, { mode: 'ended' })
  expect(await switches()).toEqual([false, true])
})

test('answers UNAVAILABLE without a campaign', async () => {
  await server.db.deleteFrom('campaign').execute()
  const refused = await server.call('activity')
  expect([refused.status, refused.error.error]).toEqual([503, 'UNAVAILABLE'])
})
