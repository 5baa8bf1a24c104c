import { afterEach, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#contract/uuidv7.ts'
import { itemsOf } from '#emulator/world/long-list.ts'
import { systemRandom } from '#server/random.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { fastClock } from '#tests/kit/kill-run/fast-clock.ts'
import { type LineProcess, startLine } from '#tests/kit/kill-run/line.ts'

// The emulated LINE that the kill run uses must not lose what it has accepted.

const FRIEND = `U${'a'.repeat(32)}`
const OTHER = `U${'b'.repeat(32)}`

let line: LineProcess
beforeEach(async () => {
  line = await startLine({
    ...{ clock: fastClock(1), folder: await testFolder(), seed: 1, liffId: '1234567890-AbcdEfgh' },
    faults: { loseAnswer: 0, loseRequest: 0, status500: 0, status429: 0 },
    ...{ userIds: [FRIEND, OTHER], friends: [FRIEND, OTHER] },
  })
})
afterEach(() => line.close())

const newKey = () => uuidv7(Date.now(), systemRandom().bytes(16))

/** Pushes a text and returns the HTTP status; 0 if the request failed. */
const push = (to: string, text: string, retryKey: string): Promise<number> =>
  fetch(`${line.url}/__line/api.line.me/v2/bot/message/push`, {
    method: 'POST',
    headers: {
      Authorization: 'Bearer emulated-channel-access-token',
      'Content-Type': 'application/json',
      'X-Line-Retry-Key': retryKey,
    },
    body: JSON.stringify({ to, messages: [{ type: 'text', text }] }),
  }).then(
    ({ status }) => status,
    () => 0,
  )

/** Returns the texts that LINE has accepted, in order, with the number of chats that received them. */
const accepted = async () =>
  itemsOf((await line.state()).world.bot.sendings).map(({ messages, delivered }) => [
    /"text":"([^"]+)"/.exec(JSON.stringify(messages))?.[1],
    delivered.length,
  ])

test('after kill -9 it has the chats, the retry keys and the blocks from before', async () => {
  const key = newKey()
  expect(await push(FRIEND, 'before', key)).toBe(200)
  await line.block([OTHER])
  await line.kill(0)
  expect(await push(FRIEND, 'before', key)).toBe(409)
  expect(await push(OTHER, 'to someone who blocks', newKey())).toBe(200)
  await line.restart()
  await line.kill(0)
  expect(await push(FRIEND, 'before', key)).toBe(409)
  expect(await accepted()).toEqual([
    ['before', 1],
    ['to someone who blocks', 0],
  ])
  expect(line.killed()).toBe(2)
}, 120_000)

test('requests that it handles when it is killed are accepted once, if they are repeated', async () => {
  const sent: { readonly text: string; readonly key: string; readonly status: number }[] = []
  let isDown = false
  /** Pushes one message after another, until a push from any sender gets no response. */
  async function pushUntilKilled(sender: number): Promise<void> {
    for (let n = 0; !isDown; n++) {
      const sending = { text: `message ${sender}-${n}`, key: newKey() }
      const status = await push(FRIEND, sending.text, sending.key)
      isDown ||= status === 0
      sent.push({ ...sending, status })
    }
  }
  const senders = Promise.all(Array.from({ length: 8 }, (_, sender) => pushUntilKilled(sender)))
  await line.reached(20)
  await line.kill(0)
  await senders
  const repeated = await Promise.all(sent.map(({ text, key }) => push(FRIEND, text, key)))
  for (const [n, { status }] of sent.entries()) if (status === 200) expect([n, repeated[n]]).toEqual([n, 409])
  expect(repeated.every(status => status === 200 || status === 409)).toBe(true)
  expect((await accepted()).map(([text]) => text).sort()).toEqual(sent.map(({ text }) => text).sort())
}, 120_000)
