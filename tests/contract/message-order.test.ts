import { afterEach, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { createLiffEmulator, type LiffEmulator } from '#emulator/index.ts'
import { advanceMailings } from '#server/mailings/advance.ts'
import { startMailing } from '#server/mailings/start.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { sendDueMessages } from '#server/messages/send-due.ts'
import { campaignOf } from '#tests/kit/activity.ts'
import { crowd } from '#tests/kit/sending-many.ts'
import { columnsOf, type TestServer, testServer } from '#tests/kit/server.ts'
import { announceWinners } from '#tests/kit/winners.ts'

let server: TestServer
let emulator: LiffEmulator
afterEach(async () => {
  await emulator.close()
  await server.close()
})

test('of equal messages, as many are sent as LINE accepts in this month, and the rest once the limit is raised', async () => {
  const many = await crowd(30)
  ;({ server, emulator } = many)
  await many.enqueue()
  const hour = async () => {
    for (let minute = 0; minute < 60; minute++) {
      await many.sendAll()
      server.clock.advance(MINUTE_MS)
    }
  }
  emulator.control.patch({ messaging: { ...emulator.scenario().messaging, monthlyLimit: 20 } })
  await hour()
  expect(await many.states()).toEqual({ sent: 20, waiting: 10 })
  emulator.control.patch({ messaging: { ...emulator.scenario().messaging, monthlyLimit: 100 } })
  await hour()
  expect([await many.states(), Math.max(...many.received())]).toEqual([{ sent: 30 }, 1])
})

test('winners get the news although the messages to the others are more than LINE accepts in this month', async () => {
  server = await testServer()
  await setMessaging(server.db, true)
  const [winner, ...others] = await announceWinners(server, [
    ...(['won', 'declined', 'declined', 'declined', 'declined'] as const),
    ...(['reserve', 'reserve', 'reserve'] as const),
  ])
  const users = [winner, ...others].flatMap(one => (one ? [one.user] : []))
  emulator = await createLiffEmulator({
    liffId: '2000000001-Campaign',
    clock: () => server.clock.now(),
    users: users.map(({ userId }) => ({ userId, displayName: 'ผู้ทดสอบ' })),
    messaging: { monthlyLimit: 2 },
  })
  emulator.control.patch({
    friendships: Object.fromEntries(users.map(({ userId }) => [userId, 'friend' as const])),
  })
  const now = server.clock.now()
  const { draw_id } = await campaignOf(server)
  await startMailing(server.db, { kind: 'results', subject: draw_id ?? '' }, now, now)
  while ((await advanceMailings(server.deps)) > 0);
  const deps = {
    ...server.deps,
    line: { ...server.deps.line, fetch: emulator.lineFetch },
    messaging: { accessToken: 'emulated-channel-access-token', liffId: '2000000001-Campaign' },
  }
  for (let minute = 0; minute < 30; minute++) {
    while ((await sendDueMessages(deps)) > 0);
    server.clock.advance(MINUTE_MS)
  }
  const [first, second, ...more] = emulator.botMessages().flatMap(sent => sent.delivered)
  expect([first, others.some(({ user }) => user.userId === second), more]).toEqual([
    ...[winner?.user.userId, true],
    [],
  ])
  const waiting = await columnsOf(server, 'message', ['kind'], { state: 'waiting' })
  expect(waiting.map(({ kind }) => kind)).toEqual(['reserve', 'reserve'])
})
