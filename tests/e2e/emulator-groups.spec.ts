import { LANGUAGES } from '#emulator/panel/texts/languages.ts'
import { expect, test } from '#tests/kit/bot-test.ts'
import { LOOKS } from '#tests/kit/looks.ts'
import { openChat } from '#tests/kit/panel-chat.ts'
import { violationsIn } from '#tools/axe.ts'

/** Group chats and rooms on the panel's phone, with a bot that answers in them with LINE's bot SDK. */
test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
test.beforeEach(({ host }) => host.load('friend'))

test('one click makes a group with the bot, and what its members write and the bot answers appears in it', async ({
  page,
  host,
  bot,
}) => {
  const [, other] = host.emulator.scenario().users
  const chat = await openChat(page, host)
  await chat.getByRole('button', { name: 'Chats' }).click()
  await chat.getByRole('button', { name: 'New group' }).click()
  await expect(chat.getByText(/^Group 1 \(\d\)$/)).toBeVisible()
  await expect(chat.getByRole('button', { name: 'Open the app' })).toHaveCount(0)
  await chat.getByRole('textbox', { name: 'Message' }).fill('Hello, bot')
  await page.keyboard.press('Enter')
  await expect(chat.getByRole('article').last()).toContainText('Hello, bot')
  await chat.getByRole('button', { name: 'Attach' }).click()
  await chat.getByRole('button', { name: 'Sticker' }).click()
  await chat.getByRole('button', { name: 'Sticker 446/1988' }).click()
  await expect.poll(() => bot.events().length).toBe(3)
  const [joined, written] = bot.events()
  const groupId = joined?.source?.type === 'group' ? joined.source.groupId : ''
  const source = { type: 'group', groupId, userId: host.userId }
  expect(bot.events()).toMatchObject([
    { type: 'join', source: { type: 'group', groupId: expect.stringMatching(/^C/) } },
    { type: 'message', message: { text: 'Hello, bot' }, source },
    { type: 'message', message: { type: 'sticker' }, source },
  ])
  host.emulator.control.chat({ userId: other?.userId, chatId: groupId, text: 'Me too' })
  await expect(chat.getByRole('article').last()).toContainText(`${other?.displayName}`)
  const replyToken = written?.type === 'message' ? (written.replyToken ?? '') : ''
  const template = {
    ...{ type: 'confirm' as const, text: 'Shall I stay?' },
    actions: ['Yes', 'No'].map(label => ({
      type: 'postback' as const,
      label,
      data: label,
      displayText: label,
    })),
  }
  await bot.client.replyMessage({ replyToken, messages: [{ type: 'template', altText: 'stay?', template }] })
  await chat.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(chat.getByRole('article').last()).toContainText('Yes')
  await expect.poll(() => bot.events().at(-1)).toMatchObject({ type: 'postback', source })
  expect(await bot.client.getGroupSummary(groupId)).toMatchObject({ groupName: 'Group 1' })

  await chat.getByRole('button', { name: 'Chats' }).click()
  await chat.getByRole('button', { name: 'Host', exact: true }).click()
  await expect(chat.getByRole('button', { name: 'Open the app' })).toBeVisible()
  await expect(chat.getByText('Me too')).toHaveCount(0)
})

test('users join and leave the group, and the account is removed and invited again', async ({
  page,
  host,
  bot,
}) => {
  const [self, other] = host.emulator.scenario().users
  const chat = await openChat(page, host)
  const chats = chat.getByRole('button', { name: 'Chats' })
  // The chat is drawn again when its messages arrive, which can take the focus away before the key is pressed.
  await expect(async () => {
    if ((await chats.getAttribute('aria-expanded')) === 'false') await chats.press('Enter')
    await expect(chat.getByRole('button', { name: 'New room' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await chat.getByRole('button', { name: 'New room' }).press('Enter')
  await expect(chat.getByText(/^Room 1 \(\d\)$/)).toBeVisible()
  const members = chat.getByRole('button', { name: 'Members' })
  await members.press('Enter')
  await chat.getByRole('button', { name: `Let ${other?.displayName} leave` }).press('Enter')
  await chat.getByRole('button', { name: `Let ${other?.displayName} join` }).press('Enter')
  await expect(chat.getByRole('button', { name: `Let ${other?.displayName} leave` })).toBeVisible()
  await chat.getByRole('button', { name: 'Remove Host' }).press('Enter')
  await expect(chat.getByText('The account is not in this group, so the bot gets nothing.')).toBeVisible()
  await expect(chat.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
  await chat.getByRole('button', { name: 'Invite Host' }).press('Enter')
  await expect(chat.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await chat.getByRole('button', { name: `Let ${self?.displayName} leave` }).press('Enter')
  await expect(chat.getByRole('button', { name: 'Open the app' })).toBeVisible()
  await host.emulator.webhooksSettled()
  const member = (userId = '') => ({ members: [{ type: 'user', userId }] })
  const room = { source: { type: 'room', roomId: expect.stringMatching(/^R/) } }
  expect(bot.events()).toMatchObject([
    { type: 'join', ...room },
    { type: 'memberLeft', left: member(other?.userId), ...room },
    { type: 'memberJoined', joined: member(other?.userId), ...room },
    { type: 'leave', ...room },
    { type: 'join', ...room },
    { type: 'memberLeft', left: member(self?.userId), ...room },
  ])
  await chat.getByRole('button', { name: 'Chats' }).click()
  await expect(chat.getByRole('button', { name: /^Room 1/ })).toHaveCount(0)
})

for (const { colorScheme, lang, locale } of LOOKS)
  test.describe(`${colorScheme}, ${locale}`, () => {
    test.use({ colorScheme, locale })

    test('the lists of chats and members are accessible, and no label is cut', async ({ page, host }) => {
      const { groups } = LANGUAGES[lang]
      const chat = await openChat(page, host)
      await page.locator('[data-chat]').evaluate((screen, dark) => {
        if (dark) screen.setAttribute('data-dark', 'true')
      }, colorScheme === 'dark')
      await chat.getByRole('button', { name: groups.chats }).click()
      await chat.getByRole('button', { name: groups.make.group }).click()
      await expect(chat.getByRole('button', { name: groups.members, exact: true })).toBeVisible()
      const [group] = host.emulator.scenario().messaging.groups
      const [, other] = host.emulator.scenario().users
      const wrote = host.emulator.control.chat({ userId: other?.userId, chatId: group?.id, text: 'Hello' })
      host.emulator.control.chat({ userId: other?.userId, chatId: group?.id, text: 'Bye' })
      const messageId = wrote.ok ? wrote.value.messageId : ''
      host.emulator.control.chat({ userId: other?.userId, unsend: { messageId } })
      await expect(chat.getByText(groups.unsentBy(other?.displayName ?? ''))).toBeVisible()
      for (const name of [groups.chats, groups.members]) {
        await chat.getByRole('button', { name, exact: true }).click()
        const list = chat.getByRole('region', { name })
        expect(
          await list
            .locator('button')
            .evaluateAll(all =>
              all.flatMap(one => (one.scrollWidth > one.clientWidth + 1 ? [one.textContent] : [])),
            ),
        ).toEqual([])
        expect(await list.evaluate(one => one.scrollWidth - one.clientWidth)).toBe(0)
        expect(await violationsIn(page, '[data-chat]')).toEqual([])
        await chat.screenshot({
          path: `test-results/groups-${name === groups.chats ? 'chats' : 'members'}-${colorScheme}-${lang}.png`,
        })
      }
    })
  })
