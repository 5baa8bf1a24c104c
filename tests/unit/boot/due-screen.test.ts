import { expect, test } from 'vitest'
import { dueScreen } from '#src/boot/home-shell/due-screen.ts'
import { fakeApp } from '#tests/kit/fake-app.tsx'
import { CUSTOMER_ID } from '#tests/kit/fake-data.ts'

const at = (path: string, search = '') => ({ path: () => path, search: () => search })
const ready = { kind: 'ready', customerId: CUSTOMER_ID, online: true } as const
const register = { kind: 'register' } as const

test('home is due at its path after startup, in every language', () => {
  expect(dueScreen(fakeApp({ phase: ready }), at('/'))).toBe('home')
  expect(dueScreen(fakeApp({ phase: ready, language: 'en' }), at('/'))).toBe('home')
  expect(dueScreen(fakeApp({ phase: ready }), at('/receipt'))).toBeNull()
  expect(dueScreen(fakeApp({ phase: { kind: 'starting' } }), at('/'))).toBeNull()
})

test('the landing is due at its path, until the form has been opened', () => {
  const app = fakeApp({ phase: register })
  expect(dueScreen(app, at('/register', 'logstate=poster'))).toBe('landing')
  expect(dueScreen(app, at('/Register/'))).toBe('landing')
  expect(dueScreen(app, at('/register', 'step=terms'))).toBeNull()
  expect(dueScreen(app, at('/help'))).toBeNull()
  expect(dueScreen(fakeApp({ phase: register, drafts: { register: {} } }), at('/register'))).toBeNull()
  expect(dueScreen(fakeApp({ phase: { kind: 'starting' } }), at('/register'))).toBeNull()
})
