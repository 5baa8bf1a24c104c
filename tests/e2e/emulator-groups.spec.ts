import { LANGUAGES } from '#emulator/panel/texts/languages.ts'
import { expect, test } from '#tests/kit/bot-test.ts'
import { fillAndEnter } from '#tests/kit/keyboard.ts'
import { expectAccessible, expectNothingCut, LOOKS } from '#tests/kit/looks.ts'
import { openChat } from '#tests/kit/panel-chat.ts'

/** Tests group chats and rooms on the panel's phone, with a bot that answers in them with LINE's bot SDK. */
test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
test.beforeEach(({ host }) => host.load('friend'))
test.slow()

test('the user makes a group and a room with the bot, writes, lets users join and leave, and the bot answers', async ({
  page,
  host,
  bot,
}) => {
  const [self, other] = host.emulator.scenario().users
  const chat = await openChat(page, host)
  await chat.getByRole('button', { name: 'Chats' }).click()
  await chat.getByRole('button', { name: 'New group' }).click()
  await expect(chat.getByText(/^Group 1 \(\d\)$/)).toBeVisible()
  await expect(chat.getByRole('button', { name: 'Open the app' })).toHaveCount(0)
  await fillAndEnter(chat.getByRole('textbox', { name: 'Message' }), 'Hello, bot')
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

  const before = bot.events().length
  await chat.getByRole('button', { name: 'Chats' }).press('Enter')
  await chat.getByRole('button', { name: 'New room' }).press('Enter')
  await expect(chat.getByText(/^Room 2 \(\d\)$/)).toBeVisible()
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
  expect(bot.events().slice(before)).toMatchObject([
    { type: 'join', ...room },
    { type: 'memberLeft', left: member(other?.userId), ...room },
    { type: 'memberJoined', joined: member(other?.userId), ...room },
    { type: 'leave', ...room },
    { type: 'join', ...room },
    { type: 'memberLeft', left: member(self?.userId), ...room },
  ])
  await chat.getByRole('button', { name: 'Chats' }).click()
  await expect(chat.getByRole('button', { name: /^Room 2/ })).toHaveCount(0)
})

for (const look of LOOKS)
  test.describe(`${look.colorScheme}, ${look.locale}`, () => {
    test.use({ colorScheme: look.colorScheme, locale: look.locale })

    test('accessible lists without cut labels', { tag: look.tag }, async ({ page, host }) => {
      const { groups } = LANGUAGES[look.lang]
      const chat = await openChat(page, host)
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
      for (const [part, name] of [
        ['chats', groups.chats],
        ['members', groups.members],
      ] as const) {
        await chat.getByRole('button', { name, exact: true }).click()
        const list = chat.getByRole('region', { name })
        await expectNothingCut(list.locator('button'))
        expect(await list.evaluate(one => one.scrollWidth - one.clientWidth)).toBe(0)
        await expectAccessible(page, look, '[data-chat]', chat, `groups-${part}`)
      }
    })
  })
