import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { SESSION_IDLE_MS } from '#contract/desk/limits.ts'
import { noticeText } from '#contract/desk/notice-texts.ts'
import { type Notice, type NoticeKind, noticeKinds } from '#contract/desk/notices.ts'
import { UNATTENDED } from '#contract/desk/unattended.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { tellManagers, tellPerson } from '#server/desk/notices.ts'
import { endPerson } from '#server/desk/people.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, rowOf, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))

type One = Awaited<ReturnType<typeof desk.join>>

const told = async (one: One) => (await one.call('notices')).body
/** Returns the English texts of the notices that a person has not seen, newest first. */
const sentences = async (one: One) =>
  (await told(one)).notices
    .filter(({ seenAt }) => seenAt === null)
    .map(({ notice }) => noticeText(notice, 'en', ms => new Date(ms).toISOString()))
const at = () => ({ now: server.clock.now(), random: server.deps.random })
const someone = { id: '019b5f3e-6a2b-7c1d-8e4f-0123456789ab', name: 'Fon' }
const removed: Notice = { kind: 'passkey-removed', detail: { person: someone, passkey: 'phone' } }

test('every change of an account is told to all managers and to the person, once each', async () => {
  const mali = await desk.join('manager', 'Mali')
  const nok = await desk.join('manager', 'Nok')
  const fon = await desk.join('reviewer', 'Fon')
  const auditor = await desk.join('auditor', 'Beam')
  for (const one of [mali, nok]) {
    const ids = (await told(one)).notices.map(({ id }) => id)
    await one.call('seeNotices', { body: { ids } })
  }
  const id = fon.personId
  const step = async (make: () => Promise<{ readonly status: number }>) => {
    server.clock.advance(1)
    expect((await make()).status).toBe(200)
  }
  await step(() => mali.call('invite', { body: { name: 'Suda', role: 'support' } }))
  await step(() => mali.call('changeRole', { params: { id }, body: { role: 'support' } }))
  await step(() => mali.call('inviteAgain', { params: { id } }))
  await step(() => mali.call('endPerson', { params: { id } }))
  const expected = [
    'Mali ended the access of Fon (support).',
    'Mali invited Fon (support) again. The former passkeys and sessions of this person have ended.',
    'Mali changed the role of Fon from reviewer to support.',
    'Mali invited Suda to the desk as support.',
  ]
  expect(await sentences(mali)).toEqual(expected)
  expect(await sentences(nok)).toEqual(expected)
  expect(await sentences(auditor)).toEqual([])
  const rows = await server.db.selectFrom('desk_notice').select('kind').where('person_id', '=', id).execute()
  expect(rows).toEqual([{ kind: 'access-changed' }])
})

test('a refused change tells nobody', async () => {
  const mali = await desk.join('manager', 'Mali')
  expect((await mali.call('endPerson', { params: { id: mali.personId } })).error.error).toBe('NEEDS_TWO')
  expect(await sentences(mali)).toEqual([])
  await expect(
    inTransaction(server.db, async trx => {
      await tellManagers(trx, removed, at())
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await sentences(mali)).toEqual([])
})

test('a new manager sees nothing from before, and an invited or former one is not told', async () => {
  const mali = await desk.join('manager', 'Mali')
  const former = await desk.join('manager', 'Former')
  await endPerson(server.db, former.personId, { by: null })
  await desk.invite('Invited', 'manager')
  await tellManagers(server.db, removed, at())
  const nok = await desk.join('manager', 'Nok')
  expect(await sentences(nok)).toEqual([])
  await tellPerson(server.db, former.personId, removed, at())
  const rows = await server.db.selectFrom('desk_notice').select('person_id').execute()
  expect(new Set(rows.map(row => row.person_id))).toEqual(new Set([mali.personId]))
})

test('managers read that an invited person has joined; the person does not', async () => {
  const mali = await desk.join('manager', 'Mali')
  const fon = await desk.join('manager', 'Fon')
  expect(await sentences(mali)).toEqual([
    'Fon (manager) accepted the invitation and created a passkey with an unknown browser.',
  ])
  expect(await sentences(fon)).toEqual([])
})

test('the command line tells all managers, and a dry run nobody', async () => {
  const mali = await desk.join('manager', 'Mali')
  const { personId } = await desk.invite('Fon', 'reviewer')
  const campaign = organiser(server)
  process.env.DESK_URL = 'https://desk.example'
  try {
    await campaign('desk', 'invite', 'Nok', '--role', 'auditor')
    server.clock.advance(1)
    await campaign('desk', 'invite', 'Nok')
    await campaign('desk', 'end', personId, '--dry-run')
    server.clock.advance(1)
    await campaign('desk', 'end', personId)
  } finally {
    delete process.env.DESK_URL
  }
  expect(await sentences(mali)).toEqual([
    'Someone at the command line of the server ended the access of Fon (reviewer).',
    'Someone at the command line of the server invited Nok (auditor) again. The former passkeys and sessions of this person have ended.',
    'Someone at the command line of the server invited Nok to the desk as auditor.',
  ])
})

test('people see their own notices, and mark only their own as seen', async () => {
  const mali = await desk.join('manager', 'Mali')
  const nok = await desk.join('manager', 'Nok')
  await tellManagers(server.db, removed, at())
  const [own] = (await told(nok)).notices
  const { body } = await mali.call('seeNotices', { body: { ids: [own?.id ?? ''] } })
  expect(body.unseen).toBe(2)
  expect((await told(nok)).unseen).toBe(1)
  const seen = await nok.call('seeNotices', { body: { ids: [own?.id ?? ''] } })
  expect(seen.body).toMatchObject({ unseen: 0, notices: [{ id: own?.id, seenAt: server.clock.now() }] })
})

test('desk check 20: neither a clock that was set back nor a hundred others hide a notice that was not seen', async () => {
  const mali = await desk.join('manager', 'Mali')
  const passkey = (name: string): Notice => ({
    kind: 'passkey-removed',
    detail: { person: someone, passkey: name },
  })
  for (let count = 0; count < 100; count++) await tellManagers(server.db, passkey(`old ${count}`), at())
  const ids = (await told(mali)).notices.map(({ id }) => id)
  await mali.call('seeNotices', { body: { ids } })
  server.clock.advance(-3 * DAY_MS)
  await tellManagers(server.db, passkey('hidden'), at())
  const { notices, unseen } = await told(mali)
  expect([unseen, notices.length, notices[0]?.notice]).toEqual([1, 100, passkey('hidden')])
})

test('a page that only reads by a timer does not keep an unused session alive, whatever it reads', async () => {
  const one = await desk.join('manager')
  const reads = ['notices', 'approvals', 'today', 'draw', 'resultMailing', 'me'] as const
  const headers = { [UNATTENDED]: '1' }
  for (let waited = 0; waited < SESSION_IDLE_MS; waited += 10 * MINUTE_MS) {
    for (const name of reads) expect((await one.call(name, { headers })).status).toBe(200)
    server.clock.advance(10 * MINUTE_MS)
  }
  expect((await one.call('notices', { headers })).error.error).toBe('SIGNED_OUT')
})

test('a read of a page that a person uses keeps the session alive, and so does any change', async () => {
  const one = await desk.join('manager')
  const usedAt = async () => (await rowOf(server, 'desk_session')).used_at
  const hour = SESSION_IDLE_MS - MINUTE_MS
  server.clock.advance(hour)
  expect((await one.call('today')).status).toBe(200)
  // The desk stores the session's last use after it has responded to a read.
  await expect.poll(usedAt).toBe(server.clock.now())
  server.clock.advance(hour)
  const change = { body: { ids: [randomUUID()] }, headers: { [UNATTENDED]: '1' } }
  expect((await one.call('seeNotices', change)).status).toBe(200)
  server.clock.advance(hour)
  expect((await one.call('me')).status).toBe(200)
})

test('a kind of a newer release is left out, and shown after the next upgrade', async () => {
  const mali = await desk.join('manager', 'Mali')
  await tellManagers(server.db, { kind: 'of-a-newer-release', detail: {} } as unknown as Notice, at())
  await tellManagers(server.db, removed, at())
  const { notices, unseen } = await told(mali)
  expect([notices.map(({ notice }) => notice.kind), unseen]).toEqual([['passkey-removed'], 2])
})

/** A notice of each kind. The compiler reports a missing kind. */
const examples: { readonly [K in NoticeKind]: Extract<Notice, { kind: K }>['detail'] } = {
  'access-given': { person: someone, role: 'manager', by: null, for: 'again' },
  'access-changed': { person: someone, from: 'manager', to: 'auditor', by: null },
  'access-ended': { person: someone, role: 'support', by: someone },
  joined: { person: someone, role: 'reviewer', browser: 'Chrome, Windows' },
  'manager-asked': { change: 'change-role', name: 'Nok', role: 'manager', by: someone },
  'manager-decided': {
    ...{ change: 'invite', name: 'Nok', role: 'manager' },
    ...{ isApproved: true, by: someone, askedBy: someone },
  },
  'invitation-ended': { person: someone },
  'new-device': { person: someone, browser: null },
  'passkey-added': { person: someone, passkey: 'phone', browser: 'Safari, iPhone' },
  'passkey-removed': { person: someone, passkey: '' },
  'session-ended': { person: someone, browser: 'Chrome, Windows', by: someone },
  'sessions-ended': { person: someone, count: 2, browser: 'Chrome, Windows' },
  'session-disowned': { person: someone, browser: null, startedAt: 0, removed: 'phone', kept: null },
}

test('every kind is stored, read again, and has a sentence with its name in both languages', async () => {
  const mali = await desk.join('manager', 'Mali')
  for (const [kind, detail] of Object.entries(examples))
    await tellManagers(server.db, { kind, detail } as Notice, at())
  const { notices } = await told(mali)
  expect(notices.map(({ notice }) => notice.kind).toSorted()).toEqual(
    noticeKinds.map(({ entries }) => entries.kind.literal).toSorted(),
  )
  for (const { notice } of notices)
    for (const language of ['th', 'en'] as const) {
      const text = noticeText(notice, language, ms => new Date(ms).toISOString())
      expect(text).toContain(notice.kind.startsWith('manager-') ? 'Nok' : 'Fon')
      expect(text).not.toMatch(/undefined|null|\{|\[object| {2}/)
      expect(/[ก-๙]/.test(text)).toBe(language === 'th')
    }
})
