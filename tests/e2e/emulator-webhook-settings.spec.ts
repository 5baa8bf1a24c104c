import type { Page } from '@playwright/test'
import { LANGUAGES } from '#emulator/panel/texts/languages.ts'
import { WEBHOOK_EVENT_TYPES } from '#emulator/webhook-event-types.ts'
import type { BotServer } from '#emulator-tests/kit/bot-server.ts'
import type { LiffHost } from '#emulator-tests/kit/liff-host.ts'
import { expect, test } from '#tests/kit/bot-test.ts'
import { fillAndEnter } from '#tests/kit/keyboard.ts'
import { expectAccessible, expectNothingCut, LOOKS } from '#tests/kit/looks.ts'
import { openChat } from '#tests/kit/panel-chat.ts'
import { resize } from '#tests/kit/resize.ts'

/** Tests the panel's webhook settings with a bot that reads webhooks with LINE's bot SDK. */
test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })

const typesOf = ({ events }: BotServer) => events().map(({ type }) => type)

async function openPanel(page: Page, host: LiffHost) {
  const chat = await openChat(page, host)
  const group = page.locator('details').filter({ has: page.getByRole('heading', { name: 'Webhooks' }) })
  const items = group.getByRole('list', { name: 'Recent webhooks' }).getByRole('listitem')
  return {
    ...{ chat, group, items },
    write: async (text: string) => {
      await fillAndEnter(chat.getByRole('textbox', { name: 'Message' }), text)
      await expect(chat.getByRole('article').last()).toContainText(text)
    },
  }
}

test('a webhook in the list shows its body, its failure and its redelivery, and can be sent again', async ({
  page,
  host,
  bot,
}) => {
  const { group, items, write } = await openPanel(page, host)
  bot.answerWith(500)
  await write('first')
  await expect(items).toHaveCount(1)
  await expect(items).toContainText('failed')
  await expect(items).toContainText('The bot answered with an error: 500')
  await items.getByText('Body and attempts').click()
  await expect(items).toContainText('"first"'.slice(1, -1))
  await items.getByRole('button', { name: 'Send again' }).focus()
  await page.keyboard.press('Enter')
  await expect(items).toContainText('delivered')
  await expect(items).toContainText('sent again ×1')
  expect(bot.events()).toMatchObject([
    { type: 'message', deliveryContext: { isRedelivery: false } },
    { type: 'message', deliveryContext: { isRedelivery: true } },
  ])
  const ids = bot.events().map(event => 'webhookEventId' in event && event.webhookEventId)
  expect(new Set(ids).size).toBe(1)

  const redelivery = group.getByRole('group', { name: 'Redelivery' })
  await redelivery.getByText('On', { exact: true }).click()
  await expect(redelivery.getByRole('radio', { name: 'On' })).toBeChecked()
  expect(host.emulator.scenario().messaging.redelivery).toBe(true)
  bot.answerWith(503)
  await write('second')
  await expect(items.first()).toContainText('sent again ×1')
  await expect(items.first()).toContainText('delivered')
})

test('the user sets the URL, verifies it and switches webhooks off', async ({ page, host, bot }) => {
  host.patch({ messaging: { webhook: null } })
  const { group, items, write } = await openPanel(page, host)
  const verify = group.getByRole('button', { name: 'Verify' })
  await expect(verify).toBeDisabled()
  const url = group.getByRole('textbox', { name: 'Webhook URL' })
  await fillAndEnter(url, bot.url)
  await verify.click()
  await expect(group.getByRole('status')).toHaveText('The bot answered 200')
  bot.answerWith(418)
  await verify.click()
  await expect(group.getByRole('status')).toHaveText('The bot answered with an error: 418')
  expect(bot.events()).toEqual([])
  await write('arrives')
  await expect(items).toHaveCount(1)
  const use = group.getByRole('group', { name: 'Use webhooks' })
  await use.getByText('Off', { exact: true }).click()
  await expect(use.getByRole('radio', { name: 'Off' })).toBeChecked()
  await write('does not arrive')
  await host.emulator.webhooksSettled()
  expect(typesOf(bot)).toEqual(['message'])
  expect(await bot.client.getWebhookEndpoint()).toEqual({ endpoint: bot.url, active: false })
  await url.fill('http://localhost:1/')
  // Simulates a slow click. Pressing the mouse button takes the focus from the field, which saves the URL before the
  // button is released.
  await verify.click({ delay: 500 })
  await expect(group.getByRole('status')).toContainText('LINE could not connect')
})

test('each fault changes only webhooks with its type of event', async ({ page, host, bot }) => {
  const { group, items, write } = await openPanel(page, host)
  const form = group.getByRole('form', { name: 'Break a webhook' })
  const events = form.getByRole('combobox', { name: 'Event' }).getByRole('option')
  await expect(events).toHaveText(['every event', ...WEBHOOK_EVENT_TYPES])
  const add = async (event: string, kind: string) => {
    await form.getByRole('combobox', { name: 'Event' }).selectOption(event)
    await form.getByRole('combobox', { name: 'Break a webhook' }).selectOption(kind)
    await form.getByRole('button', { name: 'Add fault' }).click()
  }
  const faults = form.getByRole('listitem')
  await add('message', 'Sent twice')
  await add('unfollow', 'Lost')
  await expect(faults).toHaveText([/message.*Sent twice ×1/, /unfollow.*Lost ×1/])
  await write('twice')
  await expect(faults).toHaveText([/unfollow/])
  const friendship = page.getByRole('group', { name: 'Friendship' })
  await friendship.getByText('Blocked').click()
  await expect(faults).toHaveCount(0)
  await expect(items.first()).toContainText('lost by a fault')
  await friendship.getByText('Friend', { exact: true }).click()
  await expect.poll(() => typesOf(bot)).toEqual(['message', 'message', 'follow'])

  await add('', 'Wrong signature')
  await write('forged')
  await expect.poll(bot.forged).toBe(1)
  await add('message', 'Answered late')
  await write('late')
  await expect(items.first()).toContainText('LINE got no answer in time')
  await expect.poll(() => typesOf(bot).length).toBe(4)
  await add('message', 'Refused')
  await write('refused')
  await expect(items.first()).toContainText('The bot answered with an error: 500')
  await form.getByRole('combobox', { name: 'Break a webhook' }).selectOption('Held')
  await form.getByRole('spinbutton').first().fill('1')
  await form.getByRole('button', { name: 'Add fault' }).click()
  await expect(faults).toHaveText([/message.*1 ms ×1/])
  await form.getByRole('button', { name: 'Remove message' }).click()
  await expect(faults).toHaveCount(0)
  expect(host.emulator.scenario().faults).toEqual([])
})

test('a webhook in the timeline fills its event into the form', async ({ page, host, bot }) => {
  const { group, write } = await openPanel(page, host)
  await write('hello')
  await expect.poll(() => typesOf(bot)).toEqual(['message'])
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline
    .getByRole('button')
    .filter({ hasText: new URL(bot.url).host })
    .click()
  await timeline.getByRole('button', { name: 'Break requests like this one' }).click()
  await expect(group.getByRole('combobox', { name: 'Event' })).toHaveValue('message')
  await page.keyboard.press('Enter')
  await expect(group.getByRole('form').getByRole('listitem')).toContainText('message')
})

for (const look of LOOKS)
  test.describe(`${look.colorScheme}, ${look.locale}`, () => {
    test.use({ colorScheme: look.colorScheme, locale: look.locale })

    test('accessible settings without cut labels', { tag: look.tag }, async ({ page, host, bot }) => {
      const texts = LANGUAGES[look.lang]
      bot.answerWith(500)
      host.emulator.control.chat({ text: 'failed' })
      host.emulator.control.chat({ text: 'delivered' })
      host.emulator.control.addFault({
        host: 'webhook',
        event: 'videoPlayComplete',
        webhook: 'wrongSignature',
      })
      await host.emulator.webhooksSettled()
      await openChat(page, host)
      const list = page.getByRole('list', { name: texts.webhooks.list })
      await expect(list.getByRole('listitem')).toHaveCount(2)
      await list.getByText(texts.webhooks.body).first().click()
      await page.getByRole('button', { name: texts.webhooks.verify, exact: true }).click()
      const group = page.locator('details').filter({ has: list })
      await expect(group.getByRole('status')).toHaveText(texts.webhooks.answered(200))
      for (const width of [1280, 1440, 1920]) {
        await resize(page, { width, height: 900 })
        await expectNothingCut(group.locator('button, label > span, h2, h3, b'))
      }
      await expectAccessible(page, look, 'section', group, 'webhooks')
    })
  })
