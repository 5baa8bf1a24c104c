import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { CHECKS, type ExamReport } from '#emulator/exam/report.ts'
import { startExamBot } from '#tests/kit/exam-bot.ts'
import { listen } from '#tests/kit/listen.ts'
import { control, emulated } from './kit.ts'

async function webhookServer(listener: RequestListener): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    incoming.resume()
    incoming.once('end', () => listener(incoming, outgoing))
  })
  const { port } = await listen(server)
  return `http://localhost:${port}/webhook`
}

const withOutcome = ({ checks }: ExamReport, wanted: string) =>
  checks.filter(({ outcome }) => outcome === wanted).map(({ check }) => check)

async function refusal(command: unknown): Promise<string> {
  const { emulator } = await emulated()
  const { status, body } = await control(emulator, 'POST', 'exam', command)
  expect(status).toBe(400)
  return body.message
}

test('a correct bot passes all twenty checks, and the emulated LINE is as it was before', async () => {
  const { emulator } = await emulated({ messaging: { monthlyLimit: 7 } })
  const bot = await startExamBot(emulator)
  onTestFinished(bot.close)
  const before = emulator.export().world
  const { status, body } = await control(emulator, 'POST', 'exam', { webhook: bot.url })
  expect(status).toBe(200)
  expect(withOutcome(body, 'passed')).toEqual(CHECKS)
  expect(body).toMatchObject({ webhook: bot.url, talks: true, passed: 20, failed: 0, notShown: 0 })
  const { revision, ...after } = emulator.export().world
  expect({ ...after, revision: before.revision }).toEqual(before)
  expect(revision).toBeGreaterThan(before.revision)
  const { happened } = body.checks.find(({ check }: { check: string }) => check === 'replyOnce')
  expect(happened).toMatchObject([
    { kind: 'webhook', events: ['message'], status: 200 },
    { kind: 'call', method: 'POST', path: '/v2/bot/message/reply', status: 200, retryKey: null },
  ])
})

test('a bot that only answers 200 passes nothing but Verify, and fails nothing', async () => {
  const { emulator } = await emulated()
  const url = await webhookServer((_, outgoing) => outgoing.end())
  const result = await emulator.exam({ webhook: url })
  if (!result.ok) throw new Error(result.problem.message)
  expect(result.value.talks).toBe(false)
  expect(withOutcome(result.value, 'passed')).toEqual(['verify'])
  expect(withOutcome(result.value, 'notShown')).toEqual(CHECKS.filter(check => check !== 'verify'))
  for (const each of result.value.checks)
    expect(Object.keys(each)).toContain(each.outcome === 'passed' ? 'happened' : 'reason')
})

test('without a URL that LINE can call, the exam says so in one sentence', async () => {
  expect(await refusal({})).toBe('webhook: the URL of the bot is missing')
  for (const webhook of ['ftp://localhost/', 'http://example.com/webhook', 'bot'])
    expect(await refusal({ webhook })).toBe(
      `webhook: expected an HTTPS URL, or an HTTP URL of this machine, not "${webhook}"`,
    )
  expect(await refusal({ webhook: 'http://localhost:9/' })).toContain(
    'no server answers at http://localhost:9/',
  )
  const webhook = 'http://localhost:9/'
  expect(await refusal({ webhook, secret: '' })).toBe('secret: expected a channel secret')
  expect(await refusal({ webhook, token: 'my token' })).toBe(
    'token: expected a channel access token: letters, digits and ._~+/-=',
  )
  expect(await refusal({ webhok: 'http://localhost:9/' })).toContain('webhok')
})

test('a redirect and a path without a webhook are no subject of an exam', async () => {
  const moved = await webhookServer((_, outgoing) =>
    outgoing.writeHead(307, { location: '/elsewhere' }).end(),
  )
  expect(await refusal({ webhook: moved })).toBe(
    `webhook: ${moved} answers with the redirect 307, which LINE does not follow: use the address to which it leads`,
  )
  const missing = await webhookServer((_, outgoing) => outgoing.writeHead(404).end())
  expect(await refusal({ webhook: missing })).toBe(
    `webhook: the server at ${missing} answers 404: it has no webhook at this path`,
  )
})

test('a bot with another secret or another token is recognised', async () => {
  const { emulator } = await emulated()
  const bot = await startExamBot(emulator)
  onTestFinished(bot.close)
  expect(await emulator.exam({ webhook: bot.url, secret: '0'.repeat(32) })).toMatchObject({
    problem: { path: 'secret', message: expect.stringContaining('the bot answers 401 to a text') },
  })
  expect(await emulator.exam({ webhook: bot.url, token: 'another' })).toMatchObject({
    problem: { path: 'token', message: expect.stringContaining('another channel access token') },
  })
  expect(emulator.scenario().messaging).toMatchObject({
    webhook: null,
    accessToken: expect.stringMatching(/^emul/),
  })
})

test('only one exam runs at a time', async () => {
  const { emulator } = await emulated()
  const url = await webhookServer((_, outgoing) => outgoing.writeHead(404).end())
  const [first, second] = await Promise.all([
    emulator.exam({ webhook: url }),
    emulator.exam({ webhook: url }),
  ])
  expect(first).toMatchObject({ problem: { path: 'webhook' } })
  expect(second).toMatchObject({ problem: { message: 'an exam is already running' } })
})

test('a bot that ends fails once, and nothing is said about the later checks', async () => {
  const { emulator } = await emulated()
  let webhooks = 0
  const server = createServer((incoming, outgoing) => {
    incoming.resume()
    webhooks += 1
    // The first three are the verification, a text, and the only webhook of the first check.
    if (webhooks < 4) outgoing.end()
    else server.close(() => {}).closeAllConnections()
  })
  const { port } = await listen(server)
  const result = await emulator.exam({ webhook: `http://localhost:${port}/webhook` })
  if (!result.ok) throw new Error(result.problem.message)
  expect(withOutcome(result.value, 'failed')).toHaveLength(1)
  const gone = result.value.checks.filter(each => each.outcome === 'notShown' && each.reason === 'gone')
  expect(gone.length).toBeGreaterThan(CHECKS.length - 5)
})
