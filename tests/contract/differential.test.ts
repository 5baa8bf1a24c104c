import { describe, expect, test } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import { HOUR_MS } from '#contract/time.ts'
import { approveReceipt } from '#server/campaign/receipts/review.ts'
import { copiedTables, primaryKeys } from '#server/store/copy/tables.ts'
import { organiser } from '#tests/kit/cli.ts'
import { hostileStrings } from '#tests/kit/hostile.ts'
import { png, sha256Of } from '#tests/kit/images.ts'
import { seededRandom } from '#tests/kit/random.ts'
import { testDialect } from '#tests/kit/seeded.ts'
import { profileForm, type TestServer, testServer } from '#tests/kit/server.ts'

const SEED = 20_261_120

/** Creates a server whose clock, ids and tokens are the same in every run. */
function repeatable(dialect: 'sqlite' | 'postgres'): Promise<TestServer> {
  const random = seededRandom(SEED)
  const bytes = (length: number) => Uint8Array.from({ length }, () => Math.floor(random() * 256))
  return testServer({ dialect, deps: { random: { bytes } } })
}

/** Makes a fixed sequence of valid and invalid calls by customers and the organiser. Returns all responses in order. */
async function script(server: TestServer): Promise<string[]> {
  const transcript: string[] = []
  const random = seededRandom(SEED + 1)
  const uuid = () => {
    const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
  }
  async function say<N extends CallName>(name: N, given: Parameters<typeof server.call<N>>[1] = {}) {
    const called = await server.call(name, given)
    const headers = ['etag', 'link', 'idempotency-replayed', 'retry-after', 'content-type']
    const seen = headers.map(header => called.headers.get(header) ?? '-').join(' ')
    // The request id contains the real time.
    const text = called.text.replace(/"requestId":"[^"]+"/, '"requestId":"…"')
    transcript.push(`${name} ${called.status} ${seen} ${text}`)
    server.clock.advance(1000)
    return called
  }

  const user = (digit: string) => ({ userId: `U${digit.repeat(32)}`, displayName: `ลูกค้า ${digit}` })
  const [a, b] = [await server.signIn(user('a')), await server.signIn(user('b'))]
  const c = await server.signIn(user('c'), { register: false })
  for (const who of [a, b, c]) await say('getCustomer', { token: who.token })
  await say('login', { form: { lineUserId: user('d').userId, idToken: await server.idToken(user('d')) } })
  await say('register', { form: { ...profileForm, lineUserId: user('c').userId, idToken: '' } })

  const key = uuid()
  for (const firstName of ['หนึ่ง', 'หนึ่ง', 'สอง'])
    await say('putCustomer', { token: a.token, key, body: { firstName } })
  await say('putCustomer', { token: a.token, body: { phone: '0800000002' } })
  await say('putCustomer', { token: a.token, body: { lastName: 'x' }, headers: { 'If-Match': '"1"' } })
  await say('putCustomer', { token: b.token, body: { provinceId: 11, postalCode: '10200' } })
  for (const [index, text] of hostileStrings.entries()) {
    await say('putCustomer', { token: a.token, body: { addressLine: text } })
    if (index % 4 === 0) await say('postAnswer', { token: a.token, body: { Answer: text }, key: uuid() })
    if (index % 5 === 0)
      await say('logPageView', { token: a.token, body: { customerId: a.customerId, path: `/${text}` } })
  }
  for (const name of ['lastAnswer', 'answerHistory', 'question', 'getReward'] as const)
    await say(name, { token: a.token })
  for (const who of [a, a, b]) await say('createReward', { token: who.token, body: {} })

  const photo = png(220, 220, 5)
  const params = { sha256: sha256Of(photo) }
  for (const who of [a, b]) await say('uploadImage', { token: who.token, params, bytes: photo })
  const receipts: string[] = []
  for (let index = 0; index < 9; index++) {
    const id = uuid()
    receipts.push(id)
    const body = {
      id,
      storeId: 1 + (index % 4),
      receiptNo: index === 5 ? 'R-0-00' : `R-${index % 7}-00`,
      amount: index * 100 + 0.5,
      purchasedAt: new Date(server.clock.now() - HOUR_MS).toISOString(),
      images: [params.sha256],
    }
    const who = index % 3 === 0 ? b : a
    for (let repeat = 0; repeat < 2; repeat++) await say('createReceipt', { token: who.token, key: id, body })
    if (index === 3)
      await say('updateReceipt', {
        token: who.token,
        params: { id },
        key: uuid(),
        body: { ...body, id: undefined, amount: 321 },
      })
    if (index === 7) await say('deleteReceipt', { token: who.token, params: { id }, key: uuid() })
  }
  const waiting = await server.db
    .selectFrom('receipt')
    .select('id')
    .where('status', '=', 'pending')
    .orderBy('id')
    .execute()
  for (const { id } of waiting.slice(0, 2))
    transcript.push(String(await approveReceipt(server.db, id, server.clock.now(), server.deps.random)))
  const run = organiser(server)
  for (const { id } of waiting.slice(2, 3))
    transcript.push((await run('receipts', 'reject', id, '--reason', 'BLURRY')).out)
  transcript.push((await run('receipts', 'list', '--json')).out)

  for (const who of [a, b]) {
    const first = await say('receiptHistory', { token: who.token, query: { limit: '2' } })
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1]
    if (cursor) await say('receiptHistory', { token: who.token, query: { limit: '2', cursor } })
    for (const id of receipts) await say('getReceipt', { token: who.token, params: { id } })
    for (const rewardType of ['welcome', 'answer', 'receipt', 'gift', 'gift', 'concert'] as const)
      await say('useReward', { token: who.token, key: uuid(), body: { rewardType } })
    await say('confirmConcert', { token: who.token, key: uuid(), body: {} })
    await say('getReward', { token: who.token })
  }
  for (const name of ['provinces', 'stores', 'masterAll', 'activity', 'readyz'] as const) await say(name)
  await say('districts', { query: { provinceId: '10' } })
  await say('subdistricts', { query: { districtId: '1001' } })
  await say('deletePhoto', { token: b.token, key: uuid() })
  await say('cancel', {
    token: b.token,
    key: uuid(),
    body: { confirm: true, reason: 'PRIVACY', note: 'พอแล้ว' },
  })
  await say('getCustomer', { token: b.token })
  return transcript
}

/** Returns all rows of the database, sorted by primary key within each table. */
async function contents(server: TestServer): Promise<Record<string, unknown[]>> {
  const lists = ['province', 'district', 'subdistrict']
  const found: Record<string, unknown[]> = {}
  for (const table of copiedTables.filter(name => !lists.includes(name))) {
    const rows = (await server.db.selectFrom(table).selectAll().execute()) as Record<string, unknown>[]
    const keyOf = (row: Record<string, unknown>) =>
      JSON.stringify(primaryKeys[table].map(column => row[column]))
    // The emulated LINE signs with a new key in each run, so the token hashes differ.
    const alike = rows.map(row => (table === 'login_seen' ? { ...row, token_hash: '' } : row))
    // PostgreSQL's sequence leaves gaps, so the ticket numbers are compared by their order.
    if (table === 'ticket') {
      alike.sort((x, y) => Number(x.no) - Number(y.no))
      for (const [index, row] of alike.entries()) alike[index] = { ...row, no: index }
    }
    found[table] = alike.toSorted((x, y) => (keyOf(x) < keyOf(y) ? -1 : 1))
  }
  return found
}

describe.runIf(testDialect === 'postgres')('SQLite and PostgreSQL', () => {
  test('give the same responses to the same calls and end with the same rows', async () => {
    const [sqlite, postgres] = [await repeatable('sqlite'), await repeatable('postgres')]
    const [here, there] = [await script(sqlite), await script(postgres)]
    expect(here.length).toBeGreaterThan(150)
    expect(new Set(here.map(line => line.split(' ')[1])).size).toBeGreaterThan(6)
    expect(there).toEqual(here)
    const held = await contents(sqlite)
    expect(held.receipt?.length).toBeGreaterThan(4)
    expect(await contents(postgres)).toEqual(held)
    await sqlite.close()
    await postgres.close()
  }, 120_000)
})
