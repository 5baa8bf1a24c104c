import { expect, onTestFinished, test } from 'vitest'
import {
  countCopies,
  inParallel,
  multicastOnce,
  pushOnce,
  startLoad,
  writeOnce,
} from '#tests/kit/line-load.ts'

const LOAD = { users: 2_000, pushes: 20_000, multicasts: 10, webhooks: 2_000, concurrency: 16 }

/** Runs the work in four quarters, and returns how much of the state each quarter copied. */
async function copiesByQuarter(
  running: Awaited<ReturnType<typeof startLoad>>,
  count: number,
  work: (from: number, length: number) => Promise<void>,
): Promise<readonly number[]> {
  const copies = countCopies(running.emulator)
  const quarters: number[] = []
  for (const quarter of [0, 1, 2, 3]) {
    const before = copies.total()
    await work((quarter * count) / 4, count / 4)
    quarters.push(copies.total() - before)
  }
  copies.stop()
  return quarters
}

test('20,000 pushes, 10 multicasts of 500 and 2,000 webhooks arrive exactly once, and the last quarter costs what the first one did', async () => {
  const running = await startLoad(LOAD)
  onTestFinished(running.stop)
  const { emulator, events, ids } = running
  const { users, pushes, multicasts, webhooks, concurrency } = LOAD

  const ofPushes = await copiesByQuarter(running, pushes, (from, length) =>
    inParallel(length, concurrency, index => pushOnce(running, from + index)),
  )
  const again = await Promise.all([0, 1, pushes / 2, pushes - 1].map(index => pushOnce(running, index)))
  expect(again).toEqual([false, false, false, false])
  await inParallel(multicasts, 1, index => multicastOnce(running, index))
  const ofWebhooks = await copiesByQuarter(running, webhooks, async (from, length) => {
    for (let index = 0; index < length; index += 1) writeOnce(running, from + index)
    await emulator.webhooksSettled()
  })

  const sent = emulator.botMessages()
  const received = new Map(ids.map(userId => [userId, { push: 0, multicast: 0, reply: 0 }]))
  for (const { via, delivered } of sent)
    for (const userId of delivered) {
      const counts = received.get(userId)
      if (counts !== undefined && via in counts) counts[via as keyof typeof counts] += 1
    }
  const wanted = { push: pushes / users, multicast: (multicasts * 500) / users, reply: webhooks / users }
  // The multicasts reach every user two or three times.
  expect(
    [...received.values()].every(({ push, reply }) => push === wanted.push && reply === wanted.reply),
  ).toBe(true)
  expect([...received.values()].reduce((sum, { multicast }) => sum + multicast, 0)).toBe(multicasts * 500)
  expect(sent).toHaveLength(pushes + multicasts + webhooks)
  expect(new Set(sent.flatMap(({ messages }) => messages.map(({ id }) => id))).size).toBe(sent.length)

  expect(events).toHaveLength(webhooks)
  expect(new Set(events.map(({ webhookEventId }) => webhookEventId)).size).toBe(webhooks)
  const texts = events.map(
    event => event.type === 'message' && event.message.type === 'text' && event.message.text,
  )
  expect(texts).toEqual(Array.from({ length: webhooks }, (_, index) => `Message ${index}`))

  for (const [first = 0, , , last = 0] of [ofPushes, ofWebhooks]) {
    expect(last / first).toBeLessThan(1.25)
    expect(last / first).toBeGreaterThan(0.8)
  }
}, 600_000)
