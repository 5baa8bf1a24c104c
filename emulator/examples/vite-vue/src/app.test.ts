import { liffTest } from 'liff-emulator/vitest'
import { expect, vi } from 'vitest'
import { createApp } from 'vue'
import App from './app.vue'

const test = liffTest.extend({ liffOptions: { liffId: '1234567890-AbCdEfGh' } })
const render = (liff: InstanceType<typeof App>['$props']['liff']) => {
  const page = document.createElement('div')
  createApp(App, { liff }).mount(page)
  return page
}

test('greets the user by name', async ({ headlessLiff }) => {
  const page = render(headlessLiff.liff)
  expect(page.textContent).toBe('Loading …')
  await vi.waitFor(() => expect(page.textContent).toBe('Hello, Somying Jaidee'))
})

test.extend({ scenario: 'revoked-access-token' })('shows LINE’s error', async ({ headlessLiff }) => {
  const page = render(headlessLiff.liff)
  await vi.waitFor(() => expect(page.querySelector('[role=alert]')?.textContent).toContain('LINE says: '))
})
