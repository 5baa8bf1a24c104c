import { expect, test } from 'vitest'
import { QR_STEP_S } from '#contract/limits.ts'
import { judgeQrCode, qrCode, readQrCode } from '#server/campaign/qr.ts'

const id = '01990000-0000-7000-8000-000000000001'
const [secret, other] = [Buffer.alloc(32, 1).toString('base64url'), Buffer.alloc(32, 2).toString('base64url')]
const STEP_MS = QR_STEP_S * 1000
/** The start of an hour, because each hour has its own signing key. */
const now = 1_800_000_000_000
const read = (payload: string) => {
  const code = readQrCode(payload)
  if (!code) throw new Error('not a check-in code')
  return code
}

test('a check-in code is fresh in its half minute, the one before and the one after, and no longer', () => {
  const code = read(qrCode(id, secret, now).payload)
  const judged = [-2, -1, 0, 1, 2].map(steps => judgeQrCode(code, secret, now + steps * STEP_MS))
  expect(judged.map(({ fresh }) => fresh)).toEqual([false, true, true, true, false])
  expect(judged.every(({ genuine, madeAt }) => genuine && madeAt === now)).toBe(true)
})

test('a check-in code of another secret, customer or half minute is not genuine', () => {
  const { payload } = qrCode(id, secret, now)
  const changed = [
    [payload, other],
    [payload.replace(id, id.replace(/1$/, '2')), secret],
    [payload.replace(String(now / STEP_MS), String(now / STEP_MS + 1)), secret],
  ] as const
  expect(changed.map(([text, key]) => judgeQrCode(read(text), key, now).genuine)).toEqual([
    false,
    false,
    false,
  ])
  expect(judgeQrCode(read(payload), secret, now).genuine).toBe(true)
})
