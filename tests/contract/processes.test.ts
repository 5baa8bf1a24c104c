import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { countOf } from '#server/store/count.ts'
import { countRows, newKey, receiptBody, setCampaign, uploadPhoto } from '#tests/kit/activity.ts'
import { testDialect } from '#tests/kit/seeded.ts'
import { addressOf } from '#tests/kit/seeded-postgres.ts'
import { type SignedIn, type TestServer, testServer, update } from '#tests/kit/server.ts'
import { type ServerProcess, startServerProcess } from '#tests/kit/server-process.ts'

/** Separate processes use the machine's clock. */
const NOW = Date.now()

describe.runIf(testDialect === 'postgres')('three server processes on one database', () => {
  let server: TestServer
  let processes: ServerProcess[]
  let folder: string
  beforeAll(async () => {
    server = await testServer({ now: NOW })
    await setCampaign(server, { mode: 'open' })
    await update(server, 'campaign', { opens_at: NOW - 24 * HOUR_MS })
    folder = await mkdtemp(join(tmpdir(), 'processes-'))
    const env = { DATABASE_URL: addressOf(server.db), DATA_DIR: folder }
    processes = await Promise.all([1, 2, 3].map(() => startServerProcess(env)))
  }, 120_000)
  afterAll(async () => {
    for (const one of processes ?? []) await one.kill()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  type Answered = { status: number; text: string; error: string | undefined; replayed: boolean }

  /** Sends calls to the three processes in turn. */
  async function post(
    turn: number,
    path: string,
    who: SignedIn,
    key: string,
    body: unknown,
  ): Promise<Answered> {
    const response = await fetch(`${processes[turn % 3]?.origin}${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${who.token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    const { error } = JSON.parse(text) as { error?: string }
    const replayed = response.headers.get('idempotency-replayed') === 'true'
    return { status: response.status, text, error, replayed }
  }

  test('stores twelve receipts that are sent nine times each to three processes at once', async () => {
    const customers = await Promise.all(Array.from({ length: 12 }, () => server.signIn()))
    const sent = await Promise.all(
      customers.map(async who => ({ who, body: receiptBody(server, [await uploadPhoto(server, who)]) })),
    )
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => sent)
        .flat()
        .map(({ who, body }, turn) => post(turn, '/api/receipt', who, body.id, body)),
    )
    expect(answers.filter(one => one.status !== 200)).toEqual([])
    expect(answers.filter(one => one.replayed)).toHaveLength(96)
    expect(new Set(answers.map(one => one.text)).size).toBe(12)
    expect([await countRows(server, 'receipt'), await countRows(server, 'receipt_claim')]).toEqual([12, 12])
  }, 120_000)

  test('gives the number of a paper receipt that thirty customers send to one of them', async () => {
    const customers = await Promise.all(Array.from({ length: 30 }, () => server.signIn()))
    const before = await countRows(server, 'receipt')
    const answers = await Promise.all(
      customers.map(async (who, turn) => {
        const body = receiptBody(server, [await uploadPhoto(server, who)], { receiptNo: 'ONE-AND-ONLY-7' })
        return post(turn, '/api/receipt', who, body.id, body)
      }),
    )
    expect(answers.filter(one => one.status === 200)).toHaveLength(30)
    expect(answers.filter(one => JSON.parse(one.text).disputed === true)).toHaveLength(29)
    expect(await countRows(server, 'receipt')).toBe(before + 30)
    const owners = server.db.selectFrom('receipt_claim').where('receipt_no', '=', 'ONEANDONLY7')
    expect([await countOf(owners), await countRows(server, 'receipt_dispute')]).toEqual([1, 29])
  }, 120_000)

  test('gives out a stock of ten only ten times across all processes', async () => {
    await update(server, 'reward_stock', { remaining: 10 })
    await update(server, 'reward_kind', { unlocked_by: 'registered', needs_staff: 0 })
    const customers = await Promise.all(Array.from({ length: 60 }, () => server.signIn()))
    for (const who of customers) await who.call('createReward', { body: {} })
    const answers = await Promise.all(
      customers.map((who, turn) => post(turn, '/api/reward/use', who, newKey(), { rewardType: 'gift' })),
    )
    expect(answers.filter(one => one.status === 200)).toHaveLength(10)
    expect(answers.filter(one => one.error === 'OUT_OF_STOCK')).toHaveLength(50)
    expect(await countRows(server, 'reward_use')).toBe(10)
  }, 120_000)

  test('limits answers to ten a minute across all processes', async () => {
    const who = await server.signIn()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, turn) => post(turn, '/api/answer', who, newKey(), { Answer: 'ตอบ' })),
    )
    const taken = answers.filter(one => one.status === 200).length
    expect(answers.filter(one => one.error === 'RATE_LIMITED')).toHaveLength(30 - taken)
    // More than ten can be accepted: the bucket gains a token every six seconds, and a slow machine may take
    // that long.
    expect(taken).toBeGreaterThanOrEqual(10)
    expect(taken).toBeLessThanOrEqual(12)
  }, 120_000)

  test('other processes replay a response byte for byte that a killed process had sent', async () => {
    const who = await server.signIn()
    const body = receiptBody(server, [await uploadPhoto(server, who)])
    const first = await post(0, '/api/receipt', who, body.id, body)
    expect(first.status).toBe(200)
    await processes[0]?.kill()
    const again = await post(1, '/api/receipt', who, body.id, body)
    expect([again.status, again.replayed, again.text]).toEqual([200, true, first.text])
  }, 60_000)
})
