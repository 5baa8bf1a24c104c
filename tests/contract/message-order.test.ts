import { afterEach, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { createLiffEmulator, type LiffEmulator } from '#emulator/index.ts'
import { advanceMailings } from '#server/mailings/advance.ts'
import { startMailing } from '#server/mailings/start.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { sendDueMessages } from '#server/messages/send-due.ts'
import { campaignOf } from '#tests/kit/activity.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { announceWinners } from '#tests/kit/winners.ts'

let server: TestServer
let emulator: LiffEmulator
afterEach(async () => {
  await emulator.close()
  await server.close()
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
  expect(emulator.botMessages().map(sent => sent.delivered)).toEqual([[winner?.user.userId]])
  const waiting = await server.db
    .selectFrom('message')
    .select('kind')
    .where('state', '=', 'waiting')
    .execute()
  expect(waiting.map(({ kind }) => kind)).toEqual(['reserve', 'reserve', 'reserve'])
})
