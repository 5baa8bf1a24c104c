import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createReceiptReader } from '#server/reader/receipt-reader.ts'
import { newPhoto } from '#tests/kit/activity.ts'
import { fixture, jpegMetadata, secrets, withSegments } from '#tests/kit/images.ts'
import { listen } from '#tests/kit/listen.ts'
import { testServer } from '#tests/kit/server.ts'
import { fieldsIn } from '../../examples/receipt-reader/fields.mjs'

/** Tests the receipt reader with a real HTTP server that answers well, badly or not at all. */
const SECRET = 'a-secret-of-the-tests-0123456789'
const NOTHING = { storeId: null, receiptNo: null, purchasedAt: null, amount: null }
type Asked = { readonly request: IncomingMessage; readonly body: Buffer }

/** Starts a reader that answers each photo with `answer`, and a campaign server that asks it. */
async function withReader(answer: (response: ServerResponse, asked: Asked) => void, timeoutMs = 2000) {
  const asked: Asked[] = []
  const reader = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const one = { request, body: Buffer.concat(parts) }
    asked.push(one)
    answer(response, one)
  })
  const { port } = await listen(reader)
  const server = await campaignAt(`http://127.0.0.1:${port}/read?key=hidden`, timeoutMs)
  return { server, asked, url: `http://127.0.0.1:${port}` }
}

/** Starts a campaign server whose reader is at `url`. */
async function campaignAt(url: string, timeoutMs = 2000) {
  const lines: string[] = []
  const clock = { now: () => Date.parse('2026-11-20T12:00:00+07:00') }
  const log = { warn: (...values: unknown[]) => lines.push(JSON.stringify(values)) } as never
  const receiptReader = createReceiptReader({ url, secret: SECRET, clock, log, timeoutMs })
  const server = await testServer({ now: clock.now(), deps: { receiptReader } })
  const { token } = await server.signIn()
  const read = async (bytes: Uint8Array = newPhoto()) => server.call('readReceipt', { token, bytes })
  return { ...server, lines, read }
}

const json = (value: unknown) => (response: ServerResponse) =>
  void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))

test('is off by default: the activity says so, and the call finds nothing', async () => {
  const server = await testServer()
  const { token } = await server.signIn()
  expect((await server.call('activity')).body).toMatchObject({ features: { receiptReader: false } })
  expect((await server.call('readReceipt', { token, bytes: newPhoto() })).body).toEqual(NOTHING)
})

test('sends the photo, signed and without metadata, and returns what the reader has found', async () => {
  const found = { receiptNo: 'BD-1203-004567', purchasedAt: '2026-11-19T18:25:00+07:00', amount: 325.5 }
  const { server, asked } = await withReader(json({ ...found, storeId: 1 }))
  const bytes = withSegments(fixture('receipt.jpg'), ...jpegMetadata(6))
  const { status, body } = await server.read(bytes)
  expect(status).toBe(200)
  expect(body).toEqual({ ...found, storeId: 1 })
  expect((await server.call('activity')).body).toMatchObject({ features: { receiptReader: true } })
  const [one] = asked
  const [, seconds = '', mac] =
    /^t=(\d+),v1=(.*)$/.exec(String(one?.request.headers['x-campaign-signature'])) ?? []
  const signed = createHmac('sha256', SECRET)
    .update(`${seconds}.`)
    .update(one?.body ?? '')
  expect(mac).toBe(signed.digest('hex'))
  for (const secret of secrets) expect(one?.body.includes(secret)).toBe(false)
  expect(JSON.stringify(one?.request.headers)).not.toMatch(/bearer|cookie|customer-/i)
  expect(await server.db.selectFrom('image').selectAll().execute()).toEqual([])
})

describe('proposes nothing, and the customer types everything, if the reader', () => {
  test.each<[string, (response: ServerResponse) => void]>([
    ['fails', response => void response.writeHead(500).end('{"amount":1}')],
    ['refuses', response => void response.writeHead(401).end()],
    ['redirects', response => void response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end()],
    ['answers no JSON', response => void response.writeHead(200).end('<html>')],
    ['answers a list', json([1, 2])],
    ['answers null', json(null)],
    ['answers too much', json({ amount: 5, note: 'x'.repeat(20_000) })],
    ['does not answer in time', () => {}],
    ['breaks the connection', response => void response.destroy()],
  ])('%s', async (_, answer) => {
    const { server } = await withReader(answer, 300)
    const { status, body } = await server.read()
    expect([status, body]).toEqual([200, NOTHING])
    expect(server.lines.join()).not.toContain('hidden')
  })

  test('is down', async () => {
    const server = await campaignAt('http://127.0.0.1:9/')
    expect((await server.read()).body).toEqual(NOTHING)
    expect(server.lines).toHaveLength(1)
  })
})

test('understands the year of a Thai receipt', async () => {
  const { server } = await withReader(json({ purchasedAt: '2569-11-19T18:25:00+07:00' }))
  expect((await server.read()).body.purchasedAt).toBe('2026-11-19T18:25:00+07:00')
})

test('drops each value that the form would not accept, and keeps the others', async () => {
  const answers: unknown[] = [
    { storeId: 999_999, receiptNo: 'ก', purchasedAt: '2026-11-20T12:00:01+07:00', amount: 120 },
    { storeId: '1', receiptNo: 'A-1', purchasedAt: '20/11/2569', amount: '120' },
    { storeId: -1, receiptNo: 'x'.repeat(41), purchasedAt: 5, amount: 1.005 },
    { receiptNo: 'OK-123', amount: 2_000_000, surprise: true },
  ]
  const { server } = await withReader(response => json(answers.shift())(response))
  expect((await server.read()).body).toEqual({ ...NOTHING, amount: 120 })
  expect((await server.read()).body).toEqual(NOTHING)
  expect((await server.read()).body).toEqual(NOTHING)
  expect((await server.read()).body).toEqual({ ...NOTHING, receiptNo: 'OK-123' })
})

test('does not propose a store that does not take part any more', async () => {
  const { server } = await withReader(response => json({ storeId: 1 })(response))
  expect((await server.read()).body.storeId).toBe(1)
  await server.db.updateTable('store').set({ active: 0 }).where('id', '=', 1).execute()
  expect((await server.read()).body.storeId).toBeNull()
})

test('asks for at most eight photos at a time', async () => {
  const waiting: ServerResponse[] = []
  const { server, asked } = await withReader(response => waiting.push(response))
  const calls = Array.from({ length: 10 }, () => server.read())
  const answered = await Promise.race(calls)
  expect(answered.body).toEqual(NOTHING)
  expect(asked.length).toBeLessThanOrEqual(8)
  while (asked.length < 8) await new Promise(done => setTimeout(done, 5))
  for (const response of waiting) json({ amount: 50 })(response)
  const amounts = (await Promise.all(calls)).map(({ body }) => body.amount)
  expect(amounts.filter(amount => amount === 50)).toHaveLength(8)
})

test('refuses a body that is not a photo before it calls the reader', async () => {
  const { server, asked } = await withReader(json({}))
  const { status, error } = await server.read(new TextEncoder().encode('hello'))
  expect([status, error.error]).toEqual([415, 'IMAGE_TYPE'])
  expect(asked).toEqual([])
})

describe('the example', () => {
  const text =
    'บ้านดีมาร์ท\nสาขา สีลม\nเลขที่ BD-1203-004567\nวันที่ 19/11/2569 18:25\nน้ำ 20.00\nรวมทั้งสิ้น 1,325.50\nเงินทอน 74.50'

  test.each([
    ['Buddhist years', text, '2026-11-19T18:25:00+07:00'],
    ['Gregorian years', text.replace('2569', '2026'), '2026-11-19T18:25:00+07:00'],
    ['short Buddhist years', text.replace('2569', '69'), '2026-11-19T18:25:00+07:00'],
    ['short Gregorian years', text.replace('2569', '26'), '2026-11-19T18:25:00+07:00'],
    ['short Thai months', text.replace('19/11/2569', '19 พ.ย. 69'), '2026-11-19T18:25:00+07:00'],
    ['Thai months', text.replace('19/11/2569', '๑๙ พฤศจิกายน พ.ศ. ๒๕๖๙'), '2026-11-19T18:25:00+07:00'],
    ['Thai digits', text.replace('19/11/2569', '๑๙/๑๑/๒๕๖๙'), '2026-11-19T18:25:00+07:00'],
  ])('finds the fields in a text with %s', (_, read, purchasedAt) => {
    const stores = [
      { id: 7, chain: 'บ้านดีมาร์ท', branch: 'อารีย์' },
      { id: 8, chain: 'บ้านดีมาร์ท', branch: 'สีลม' },
    ]
    expect(fieldsIn(read, stores)).toEqual({
      storeId: 8,
      receiptNo: 'BD-1203-004567',
      purchasedAt,
      amount: 1325.5,
    })
  })

  test('finds nothing in a text without a receipt', () => expect(fieldsIn('สวัสดี 99/99/9999', [])).toEqual({}))

  test('runs: reads what the campaign server sends, and refuses a wrong signature', async () => {
    const command = `node -e "process.stdin.resume().on('end', () => console.log('No. RUN-77\\nTotal 88.00'))"`
    const child = spawn(process.execPath, ['examples/receipt-reader/server.mjs'], {
      env: {
        ...process.env,
        RECEIPT_READER_SECRET: SECRET,
        OCR_COMMAND: command,
        PORT: '0',
        CAMPAIGN_URL: '',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill())
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const url = /http:\S+/.exec(line.toString())?.[0] ?? ''
    const refused = await fetch(url, {
      method: 'POST',
      body: 'x',
      headers: { 'X-Campaign-Signature': `t=1,v1=${'0'.repeat(64)}` },
    })
    expect(refused.status).toBe(401)
    const seconds = Math.floor(Date.now() / 1000)
    const photo = Buffer.from(newPhoto())
    const mac = createHmac('sha256', SECRET).update(`${seconds}.`).update(photo).digest('hex')
    const read = await fetch(url, {
      method: 'POST',
      body: photo,
      headers: { 'X-Campaign-Signature': `t=${seconds},v1=${mac}` },
    })
    expect(await read.json()).toEqual({ receiptNo: 'RUN-77', amount: 88 })
  }, 60_000)
})
