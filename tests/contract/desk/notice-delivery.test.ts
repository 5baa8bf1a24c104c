import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Notice } from '#contract/desk/notices.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { createLiffEmulator, type LiffEmulator } from '#emulator/index.ts'
import { tellManagers } from '#server/desk/notices.ts'
import { createMetrics } from '#server/metrics.ts'
import { runDueNotices, runDueTasks } from '#server/tasks/run-due.ts'
import { transportOptions } from '#server/tasks/send-mail.ts'
import { organiser } from '#tests/kit/cli.ts'
import { startMailServer } from '#tests/kit/mail-server.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const TOKEN = 'emulated-channel-access-token'

const notice: Notice = {
  kind: 'access-given',
  detail: {
    person: { id: '019b5f3e-6a2b-7c1d-8e4f-0123456789ab', name: 'Fon' },
    role: 'manager',
    by: null,
    for: 'new',
  },
}

let mail: Awaited<ReturnType<typeof startMailServer>>
let emulator: LiffEmulator
let logged: string[]
let server: TestServer
let lineIds: string[]
let recipients: string[]
beforeEach(async () => {
  mail = await startMailServer()
  logged = []
  server = await testServer({ onLog: line => logged.push(line) })
  emulator = await createLiffEmulator({
    liffId: '2000000001-Campaign',
    clock: () => server.clock.now(),
  })
  lineIds = []
  recipients = ['lead@example.com', 'owner@example.com']
})
afterEach(async () => {
  await mail.close()
  await emulator.close()
  await server.close()
})

const process = () => ({
  ...server.deps,
  line: { ...server.deps.line, fetch: emulator.lineFetch },
  messaging: { accessToken: TOKEN, liffId: '2000000001-Campaign' },
  noticeTargets: {
    mail: { smtpUrl: mail.url, from: 'desk@campaign.example', to: recipients },
    lineIds,
  },
})
const tell = () => tellManagers(server.db, notice, { now: server.clock.now(), random: server.deps.random })
const rows = () => server.db.selectFrom('outgoing').selectAll().orderBy('id').execute()
/** Runs the worker until no notice is due. */
async function work() {
  while ((await runDueNotices(process())) > 0);
}

test('a notice goes to every mail address once, in both languages', async () => {
  await tell()
  await work()
  await work()
  expect(mail.received.map(({ to }) => to).toSorted()).toEqual(recipients)
  const [first] = mail.received
  expect(first?.text).toContain(
    'Someone at the command line of the server invited Fon to the desk as manager.',
  )
  expect(first?.text).toContain('เชิญ Fon เข้าทีมในบทบาทผู้จัดการ')
  expect(first?.headers).toContain('Auto-Submitted: auto-generated')
  expect(first?.messageId).toMatch(/^<[0-9a-f-]{36}@campaign\.example>$/)
  expect(await rows()).toEqual([])
})

test('a notice goes to a user and a group at LINE once each, also if LINE’s answer is lost', async () => {
  const [user] = emulator.scenario().users
  const group = emulator.control.group({ change: 'invite', userIds: [user?.userId] })
  if (!group.ok || !user) throw new Error('the emulated LINE has no group')
  emulator.control.patch({ friendships: { [user.userId]: 'friend' } })
  recipients = []
  lineIds = [user.userId, group.value.id]
  await tell()
  const lost = {
    ...process(),
    line: {
      ...server.deps.line,
      async fetch(request: Request): Promise<Response> {
        await emulator.lineFetch(request)
        throw new TypeError('the answer was lost')
      },
    },
  }
  while ((await runDueNotices(lost)) > 0);
  expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1])
  server.clock.advance(HOUR_MS)
  await work()
  expect(await rows()).toEqual([])
  const sent = emulator.botMessages()
  expect(sent.map(({ chatId, delivered }) => chatId ?? delivered[0])).toEqual(lineIds)
  expect(JSON.stringify(sent[0]?.messages)).toContain('invited Fon to the desk as manager.')
})

test('without addresses, nothing is sent and nothing waits', async () => {
  recipients = []
  await tell()
  await work()
  expect([await rows(), mail.received]).toEqual([[], []])
})

test('an address that fails is tried again later with the same Message-ID, and holds up neither the others nor other tasks', async () => {
  mail.refuse('lead@example.com')
  await tell()
  await work()
  expect(mail.received.map(({ to }) => to)).toEqual(['owner@example.com'])
  const [waiting] = await rows()
  expect(waiting).toMatchObject({ attempts: 1, last_error: expect.stringContaining('SMTP: EENVELOPE 550') })
  expect(await runDueTasks(process())).toBe(0)
  const { out } = await organiser(server)('doctor')
  expect(out).toContain(
    'desk notices: 1 waiting, 1 could not be sent yet; the one to lead@example.com failed 1 times (Error: SMTP: EENVELOPE 550)',
  )
  const figures = await createMetrics(server.db).text()
  expect(figures).toContain('campaign_desk_notices{state="waiting"} 1\n')
  expect(figures).toContain('campaign_desk_notices{state="failing"} 1\n')
  await work()
  expect(mail.attempts).toBe(2)
  mail.refuse(null)
  server.clock.advance(HOUR_MS)
  await work()
  expect(mail.received.at(-1)).toMatchObject({ to: 'lead@example.com' })
  expect(mail.received.at(-1)?.messageId).toContain(waiting?.id)
  expect(await rows()).toEqual([])
})

test('a mail server that is down delays notices, and after about two days they are dropped', async () => {
  await mail.close()
  recipients = ['lead@example.com']
  await tell()
  const began = server.clock.now()
  for (let attempts = 0; attempts < 30; attempts++) {
    await work()
    const [waiting] = await rows()
    if (waiting === undefined) break
    server.clock.advance(waiting.not_before - server.clock.now())
  }
  expect(await rows()).toEqual([])
  expect((server.clock.now() - began) / HOUR_MS).toBeCloseTo(50.5, 0)
  expect(logged.filter(line => line.includes('given up'))).toHaveLength(1)
  expect(logged.join()).not.toContain('lead@example.com')
  mail = await startMailServer()
})

test('an address that the operator removes gets nothing that waited for it', async () => {
  mail.refuse('lead@example.com')
  await tell()
  await work()
  mail.refuse(null)
  recipients = ['owner@example.com']
  server.clock.advance(DAY_MS)
  await work()
  expect(mail.received.map(({ to }) => to)).toEqual(['owner@example.com'])
  expect(await rows()).toEqual([])
})

test('desk check 23: mail leaves this machine only over TLS', () => {
  const of = (smtpUrl: string) => transportOptions({ smtpUrl })
  expect(of('smtps://u%40x:p%3Aw@mail.example.com')).toMatchObject({
    ...{ host: 'mail.example.com', port: 465, secure: true },
    auth: { user: 'u@x', pass: 'p:w' },
  })
  expect(of('smtp://mail.example.com')).toMatchObject({ port: 587, secure: false, requireTLS: true })
  expect(of('smtp://localhost.example.com')).toMatchObject({ requireTLS: true })
  for (const host of ['localhost', '127.0.0.1', '[::1]'])
    expect(of(`smtp://${host}:25`)).toMatchObject({ port: 25, requireTLS: false })
})

test('desk check 23: a name in a notice changes neither the recipients nor the headers of a mail', async () => {
  recipients = ['lead@example.com']
  const name = 'Fon\r\nBcc: thief@example.com\r\n.\r\nRCPT TO:<thief@example.com>'
  const person = { id: '019b5f3e-6a2b-7c1d-8e4f-0123456789ab', name }
  const forged: Notice = { kind: 'passkey-removed', detail: { person, passkey: name } }
  await tellManagers(server.db, forged, { now: server.clock.now(), random: server.deps.random })
  await work()
  expect([mail.received.map(({ to }) => to), mail.attempts]).toEqual([['lead@example.com'], 1])
  expect(mail.received[0]?.headers).not.toContain('thief')
  expect(mail.received[0]?.text).toContain('RCPT TO:<thief@example.com>')
})
