import { expect, test } from 'vitest'
import { afterEnd } from '#src/startup/after-end.ts'

test.each([
  ['/', '/endCampaign'],
  ['/receipt', '/endCampaign'],
  ['/profile', '/endCampaign'],
  ['/register', '/endCampaign'],
  ['/comingsoon', '/endCampaign'],
  ['/no-such-page', '/endCampaign'],
  ['/endCampaign', null],
  ['/EndCampaign/', null],
  ['/confirm', null],
  ['/watingAnouncer', null],
  ['/qrcode', null],
  ['/thanks', null],
  ['/receiptHistory', null],
  ['/outbox', null],
  ['/entries', null],
  ['/help', null],
  ['/receipt/01938000-0000-7000-8000-0000000000a1', null],
])('after the end, a start at %s opens %s', (path, to) => expect(afterEnd(path, null)).toBe(to))

test('after the end, follows a redirect to a screen that is still useful, and no other', () => {
  expect(afterEnd('/', '/confirm')).toBe('/confirm')
  expect(afterEnd('/', '/qrcode?show=rewards')).toBe('/qrcode?show=rewards')
  expect(afterEnd('/confirm', '/confirm')).toBeNull()
  expect(afterEnd('/', '/profile')).toBe('/endCampaign')
})
