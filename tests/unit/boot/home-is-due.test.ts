import { expect, test } from 'vitest'
import { homeIsDue } from '#src/boot/home-shell/home-is-due.ts'
import { fakeApp } from '#tests/kit/fake-app.tsx'
import { CUSTOMER_ID } from '#tests/kit/fake-data.ts'

test('home is due at its path after startup, in every language', () => {
  const phase = { kind: 'ready', customerId: CUSTOMER_ID, online: true } as const
  expect(homeIsDue(fakeApp({ phase }), '/')).toBe(true)
  expect(homeIsDue(fakeApp({ phase, language: 'en' }), '/')).toBe(true)
  expect(homeIsDue(fakeApp({ phase }), '/receipt')).toBe(false)
  expect(homeIsDue(fakeApp({ phase: { kind: 'starting' } }), '/')).toBe(false)
})
