import { expect, test } from 'liff-emulator/playwright'

test('a customer orders in the app, and the bot confirms it', async ({ page, line }) => {
  await line.open()
  await expect(page.getByRole('heading')).toHaveText('Hello, Somying Jaidee')
  await page.getByLabel('Coffee').selectOption('Latte')
  await page.getByRole('button', { name: 'Order' }).click() // the server verifies the ID token

  const text = 'Thank you, Somying Jaidee. Your Latte is on its way.'
  const sent = [{ via: 'push', messages: [{ message: { text } }] }]
  await expect.poll(() => line.emulator.botMessages()).toMatchObject(sent)
})
