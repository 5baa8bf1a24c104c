import { expect, test } from 'liff-emulator/playwright'

test('greets the user by name', async ({ page, line }) => {
  await line.user({ displayName: 'Mali' })
  await line.open()
  await expect(page.getByRole('heading')).toHaveText('Hello, Mali')
})

test('adds shared messages to the chat', async ({ page, line }) => {
  line.patch({ screens: { sharePicker: 'send' } })
  await line.open()
  await page.getByRole('button', { name: 'Tell a friend' }).click()
  await expect(page.getByRole('status')).toHaveText('Shared')
  expect(line.chat()).toMatchObject([{ via: 'shareTargetPicker', message: { text: 'Look at this' } }])
})

test.describe('when LINE fails', () => {
  test.use({ scenario: 'friend' })

  test('shows the error', async ({ page, line }) => {
    line.faults.add({ host: 'api.line.me', path: '/v2/profile', status: 503, body: { message: 'try later' } })
    await line.open()
    await expect(page.getByRole('heading')).toHaveText('try later')
  })
})
