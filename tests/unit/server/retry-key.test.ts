import { expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { nextKey, remembers } from '#server/messages/retry-key.ts'
import { seededRandom } from '#server/rehearsal/seeded-random.ts'

const DAY = 23 * HOUR_MS
const madeAt = 1_800_000_000_000
const key = { retry_key: '01990000-0000-7000-8000-000000000001', key_at: madeAt }

test('a message keeps its retry key for 23 hours, because LINE remembers it for 24', () => {
  for (const age of [0, 11 * HOUR_MS, 12 * HOUR_MS, DAY - 1])
    expect([age, nextKey(key, madeAt + age, seededRandom('x'))]).toEqual([age, key])
})

test('a message gets a new retry key after 23 hours', () => {
  const now = madeAt + DAY
  const next = nextKey(key, now, seededRandom('x'))
  expect(next.key_at).toBe(now)
  expect(next.retry_key).not.toBe(key.retry_key)
})

test('a message without a key gets one', () => {
  for (const none of [
    { retry_key: null, key_at: null },
    { ...key, key_at: null },
    { ...key, retry_key: null },
  ])
    expect(nextKey(none, madeAt, seededRandom('x'))).toEqual({
      retry_key: expect.any(String),
      key_at: madeAt,
    })
})

test('a key is remembered until a time less than 23 hours after it was made', () =>
  expect([remembers(madeAt, madeAt + DAY - 1), remembers(madeAt, madeAt + DAY)]).toEqual([true, false]))
