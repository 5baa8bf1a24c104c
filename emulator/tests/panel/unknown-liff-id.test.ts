import { expect, test } from 'vitest'
import { timelineEntry } from '#emulator/panel/api/convert.ts'
import { unknownLiffId } from '#emulator/panel/phone/unknown-liff-id.ts'

const launch = (liffId: string, more: { status?: number; at?: number } = {}) =>
  timelineEntry({
    ...{ id: 1, at: 10, via: 'phone', method: 'GET', url: `https://liff.line.me/${liffId}`, status: 404 },
    ...{ ms: 3, request: null, response: '', error: null },
    ...more,
  })

test.each(['2000000001-AbCdEfGh', '2000000001-AbCdEfGhIjKl', '2000000001-AbCdEfGhIjKlMnOp'])(
  'a failed launch of %s, which the scenario does not have, is named',
  liffId => {
    expect(unknownLiffId([launch(liffId)], 5, ['2000000001-Campaign'])).toBe(liffId)
    expect(unknownLiffId([launch(liffId)], 5, [liffId])).toBeUndefined()
  },
)

test('earlier failures and answered launches are not named', () => {
  expect(unknownLiffId([launch('2000000001-AbCdEfGh', { at: 4 })], 5, [])).toBeUndefined()
  expect(unknownLiffId([launch('2000000001-AbCdEfGh', { status: 200 })], 5, [])).toBeUndefined()
})
