import { expect, test } from 'liff-emulator/playwright'

test('a customer orders in the app and confirms in the chat', async ({ page, line }) => {
  await line.openChat()
  await page.getByRole('button', { name: 'Order coffee' }).click() // an area of the rich menu opens the LIFF app

  const app = page.frameLocator('iframe')
  await app.getByLabel('Coffee').selectOption('Latte')
  await app.getByRole('button', { name: 'Order' }).click() // the server verifies the ID token and pushes a Flex Message

  await page.getByRole('button', { name: 'Confirm' }).click() // its button posts back to the bot
  await expect(page.getByRole('log')).toContainText('Thank you, Somying Jaidee. Your Latte is on its way.')
  expect(line.emulator.botMessages()).toMatchObject([{ via: 'push' }, { via: 'reply' }])
})

test('an order with a forged ID token is refused, and the bot says nothing', async ({ line, request }) => {
  const order = { idToken: 'forged', coffee: 'Latte' }
  expect((await request.post(`${line.url}/order`, { data: order })).status()).toBe(401)
  expect(line.emulator.botMessages()).toEqual([])
})
