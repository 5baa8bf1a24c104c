import { LANGUAGES } from '#emulator/panel/texts/languages.ts'
import { expect, test } from '#tests/kit/bot-test.ts'
import { expectAccessible, expectNothingCut, LOOKS } from '#tests/kit/looks.ts'
import { broadcast, openChat, PICTURES } from '#tests/kit/panel-chat.ts'

/**
 * Tests replies, mentions, memberships, friendship and account links in the panel's chat, with a bot that uses LINE's
 * bot SDK.
 */
test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
test.beforeEach(({ host }) => host.load('friend'))
test.slow()

test('the user replies to the bot, watches its video and links the accounts, and the bot quotes the answer', async ({
  page,
  context,
  host,
  bot,
}) => {
  const { sentMessages } = await bot.client.pushMessage({
    to: host.userId,
    messages: [{ type: 'text', text: 'Tea or coffee?' }],
  })
  const chat = await openChat(page, host)
  const question = chat.getByRole('article').filter({ hasText: 'Tea or coffee?' })
  await question.getByRole('button', { name: 'Options for this message' }).press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(chat.getByRole('region', { name: 'Reply to Host' })).toContainText('Tea or coffee?')
  await expect(chat.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await page.keyboard.type('Tea, please')
  await page.keyboard.press('Enter')
  await expect(chat.getByRole('article').last().getByRole('blockquote')).toContainText('Tea or coffee?')
  await expect(chat.getByRole('region', { name: 'Reply to Host' })).toHaveCount(0)
  await expect.poll(() => bot.events().length).toBe(1)
  const [event] = bot.events()
  const answer = event?.type === 'message' && event.message.type === 'text' ? event.message : undefined
  expect(answer).toMatchObject({ text: 'Tea, please', quotedMessageId: sentMessages[0]?.id })
  await bot.client.pushMessage({
    to: host.userId,
    messages: [{ type: 'text', text: 'With milk?', quoteToken: answer?.quoteToken ?? '' }],
  })
  await expect(chat.getByRole('article').last().getByRole('blockquote')).toHaveText('youTea, please')

  const tea = chat.getByRole('article').filter({ hasText: /^(?!.*milk).*Tea, please/ })
  await tea.click({ button: 'right' })
  await tea.getByRole('button', { name: 'Reply' }).click()
  await chat.getByRole('button', { name: 'Do not reply to this message' }).click()
  await page.keyboard.type('No milk')
  await page.keyboard.press('Enter')
  await expect.poll(() => bot.events().length).toBe(2)
  expect(bot.events()[1]).not.toHaveProperty('message.quotedMessageId')
  await chat.getByRole('article').first().click({ button: 'right' })
  await chat.getByRole('button', { name: 'Reply' }).click()
  await chat.getByRole('button', { name: 'Attach' }).click()
  await chat.getByRole('button', { name: 'Sticker' }).click()
  await chat.getByRole('button', { name: 'Sticker 446/1988' }).click()
  await expect
    .poll(() => bot.events().at(-1))
    .toMatchObject({ message: { type: 'sticker', quotedMessageId: sentMessages[0]?.id } })

  const before = bot.events().length
  const video = {
    ...{ type: 'video', originalContentUrl: `${PICTURES}/a.mp4` },
    previewImageUrl: `${PICTURES}/320x180/888`,
  }
  await broadcast(host, [video, { ...video, trackingId: 'clip-1' }])
  const videos = chat.getByRole('article').filter({ has: page.locator('video') })
  const [plain, tracked] = [videos.first(), videos.last()]
  await plain.getByRole('button', { name: 'Options for this message' }).click()
  await plain.getByRole('button', { name: 'Watch to the end' }).click()
  const plays = () =>
    Object.values(host.emulator.export().world.bot.reactions).map(reaction => Object.keys(reaction.plays))
  await expect.poll(plays).toContainEqual(['0', '25', '50', '75', '100'])
  await tracked.getByRole('button', { name: 'Options for this message' }).click()
  await tracked.getByRole('button', { name: 'Watch to the end' }).click()
  await expect
    .poll(() => bot.events().slice(before))
    .toMatchObject([{ type: 'videoPlayComplete', videoPlayComplete: { trackingId: 'clip-1' } }])

  const { linkToken } = await bot.client.issueLinkToken(host.userId)
  const nonce = 'bm9uY2UgMTIzNDU2Nzg5MA=='
  const query = new URLSearchParams({ linkToken, nonce })
  const template = {
    ...{ type: 'buttons' as const, text: 'Link your shop account' },
    actions: [
      {
        ...{ type: 'uri' as const, label: 'Link accounts' },
        uri: `https://access.line.me/dialog/bot/accountLink?${query}`,
      },
    ],
  }
  await bot.client.pushMessage({
    to: host.userId,
    messages: [{ type: 'template', altText: 'Link', template }],
  })
  const tap = async () => {
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      chat.getByRole('button', { name: 'Link accounts' }).click(),
    ])
    return tab
  }
  await expect((await tap()).getByRole('heading', { name: 'The accounts are linked' })).toBeVisible()
  await expect((await tap()).getByText('The link token was used before')).toBeVisible()
  await host.emulator.webhooksSettled()
  const source = { type: 'user', userId: host.userId }
  expect(bot.events().slice(before + 1)).toMatchObject([
    { type: 'accountLink', source, link: { result: 'ok', nonce }, replyToken: expect.any(String) },
    { type: 'accountLink', source, link: { result: 'failed', nonce } },
  ])
})

test('the user changes a membership and the friendship, and members of a group mention the bot and each other', async ({
  page,
  host,
  bot,
}) => {
  const [self, other] = host.emulator.scenario().users
  const chat = await openChat(page, host)
  await chat.getByRole('button', { name: 'Friendship and memberships' }).press('Enter')
  await chat.getByRole('button', { name: 'New membership' }).press('Enter')
  await chat.getByRole('button', { name: 'Join the membership Members' }).press('Enter')
  await expect(chat.getByText('Month 1')).toBeVisible()
  expect(await bot.client.getMembershipSubscription(host.userId)).toMatchObject({
    subscriptions: [{ membership: { membershipId: 1 }, user: { totalSubscriptionMonths: 1 } }],
  })
  await chat.getByRole('button', { name: 'Renew the membership Members' }).press('Enter')
  await expect(chat.getByText('Month 2')).toBeVisible()
  await chat.getByRole('button', { name: 'Leave the membership Members' }).press('Enter')
  await expect(chat.getByRole('button', { name: 'Join the membership Members' })).toBeVisible()
  await chat.getByRole('button', { name: 'Block Host', exact: true }).press('Enter')
  await chat.getByRole('button', { name: 'Unblock Host' }).press('Enter')
  await expect(chat.getByRole('button', { name: 'Block Host', exact: true })).toBeVisible()
  await host.emulator.webhooksSettled()
  const source = { type: 'user', userId: host.userId }
  const membership = (type: string) => ({ type: 'membership', source, membership: { type, membershipId: 1 } })
  expect(bot.events()).toMatchObject([
    ...['joined', 'renewed', 'left'].map(membership),
    { type: 'unfollow', source },
    { type: 'follow', source, follow: { isUnblocked: true } },
  ])
  host.patch({ messaging: { memberships: [{ membershipId: 7, title: 'Gold', memberLimit: 1 }] } })
  host.emulator.control.membership({ userId: other?.userId, membershipId: 7, change: 'join' })
  await chat.getByRole('button', { name: 'Join the membership Gold' }).click()
  await expect(chat.getByRole('status')).toContainText('the membership has reached its limit')

  await host.emulator.webhooksSettled()
  const before = bot.events().length
  await chat.getByRole('button', { name: 'Chats' }).click()
  await chat.getByRole('button', { name: 'New group' }).click()
  await expect(chat.getByText('Host joined the chat.')).toBeVisible()
  const input = chat.getByRole('textbox', { name: 'Message' })
  await input.click()
  await page.keyboard.type('@ho')
  const list = chat.getByRole('region', { name: 'Mention' })
  await expect(list.getByRole('button')).toHaveText(['@Host'])
  await list.getByRole('button', { name: '@Host' }).click()
  await expect(input).toBeFocused()
  await page.keyboard.type('are @')
  await expect(list.getByRole('button', { name: `@${self?.displayName}` })).toHaveCount(0)
  await list.getByRole('button', { name: `@${other?.displayName}` }).press('Enter')
  await page.keyboard.type('and @al')
  await list.getByRole('button', { name: '@All' }).click()
  await page.keyboard.type('coming?')
  await page.keyboard.press('Enter')
  const text = `@Host are @${other?.displayName} and @All coming?`
  await expect(chat.getByRole('article').last().locator('b')).toHaveText([
    ...['@Host', `@${other?.displayName}`, '@All'],
  ])
  await expect.poll(() => bot.events().length).toBe(before + 2)
  const { userId } = await bot.client.getBotInfo()
  const event = bot.events()[before + 1]
  const mentionees = [
    { type: 'user', index: 0, length: 5, userId, isSelf: true },
    { type: 'user', index: 10, userId: other?.userId, isSelf: false },
    { type: 'all', index: text.indexOf('@All'), length: 4 },
  ]
  expect(event).toMatchObject({ type: 'message', message: { text, mention: { mentionees } } })
  const replyToken = event?.type === 'message' ? (event.replyToken ?? '') : ''
  const mentionee = { type: 'user' as const, userId: host.userId }
  await bot.client.replyMessage({
    replyToken,
    messages: [{ type: 'textV2', text: 'Yes, {who}', substitution: { who: { type: 'mention', mentionee } } }],
  })
  await expect(chat.getByRole('article').last()).toContainText(`Yes, @${self?.displayName}`)
  await bot.client.leaveGroup(event?.source?.type === 'group' ? event.source.groupId : '')
  await expect(chat.getByText('Host left the chat.')).toBeVisible()
  await chat.getByRole('article').last().click({ button: 'right' })
  await expect(chat.getByRole('button', { name: 'Reply' })).toHaveCount(0)
})

for (const look of LOOKS)
  test.describe(`${look.colorScheme}, ${look.locale}`, () => {
    test.use({ colorScheme: look.colorScheme, locale: look.locale })

    test('accessible relations without cut labels', { tag: look.tag }, async ({ page, host }) => {
      const { composer, groups, chat: texts } = LANGUAGES[look.lang]
      host.patch({ messaging: { memberships: [{ membershipId: 7, title: 'Gold' }] } })
      host.emulator.control.membership({ membershipId: 7, change: 'join' })
      await broadcast(host, [{ type: 'text', text: 'Tea or coffee?' }])
      const chat = await openChat(page, host)
      const check = async (name: string) => {
        await expectNothingCut(chat.locator('section[aria-label] button, fieldset button, p'))
        await expectAccessible(page, look, '[data-chat]', chat, `relations-${name}`)
      }
      await chat.getByRole('button', { name: groups.relation }).click()
      await check('memberships')
      await chat.getByRole('button', { name: groups.relation }).click()
      await chat.getByRole('button', { name: composer.messageMenu }).click()
      await check('menu')
      await chat.getByRole('button', { name: composer.reply }).click()
      await check('reply')
      await page.keyboard.type('Tea')
      await page.keyboard.press('Enter')
      await expect(chat.getByRole('blockquote')).toBeVisible()
      await check('quoted')
      await chat.getByRole('button', { name: groups.chats }).click()
      await chat.getByRole('button', { name: groups.make.group }).click()
      // The new chat's title shows the number of members. Until it appears, the input belongs to the old chat.
      await expect(chat.locator('strong').filter({ hasText: '(4)' })).toBeVisible()
      await chat.getByRole('textbox', { name: texts.message }).fill('@')
      await expect(chat.getByRole('region', { name: composer.mention })).toBeVisible()
      await check('mentions')
    })
  })
