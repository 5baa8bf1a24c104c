import { expect, test } from 'liff-emulator/playwright'

test('greets whoever opens it in LINE', async ({ page, line }) => {
  await line.user({ displayName: 'Mali' })
  await line.open()
  await expect(page.getByRole('heading')).toHaveText('Hello, Mali')
})

test('what is shared arrives in the chat', async ({ page, line }) => {
  line.patch({ screens: { sharePicker: 'send' } })
  await line.open()
  await page.getByRole('button', { name: 'Tell a friend' }).click()
  await expect(page.getByRole('status')).toHaveText('Shared')
  expect(line.chat()).toMatchObject([{ via: 'shareTargetPicker', message: { text: 'Look at this' } }])
})

test.describe('where LINE is in trouble', () => {
  test.use({ scenario: 'friend' })

  test('says so', async ({ page, line }) => {
    line.faults.add({ host: 'api.line.me', path: '/v2/profile', status: 503, body: { message: 'try later' } })
    await line.open()
    await expect(page.getByRole('heading')).toHaveText('try later')
  })
})
