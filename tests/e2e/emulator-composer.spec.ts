import { buffer } from 'node:stream/consumers'
import type { Locator, Page } from '@playwright/test'
import { LANGUAGES } from '#emulator/panel/texts/languages.ts'
import { expect, test } from '#tests/kit/bot-test.ts'
import { png } from '#tests/kit/images.ts'
import { fillAndEnter } from '#tests/kit/keyboard.ts'
import { expectAccessible, expectNothingCut, LOOKS } from '#tests/kit/looks.ts'
import { broadcast, openChat } from '#tests/kit/panel-chat.ts'

/** Sends each kind of message except text from the panel's chat, and checks what a bot with LINE's bot SDK receives. */
test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })

test.beforeEach(({ host }) => host.load('friend'))

function silence(ms: number): Buffer {
  const data = Buffer.alloc((8000 * ms) / 1000, 128)
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

type Sent = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

async function attach(page: Page, chat: Locator, kind: string, file: Sent): Promise<void> {
  await chat.getByRole('button', { name: 'Attach' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    chat.getByRole('button', { name: kind, exact: true }).click(),
  ])
  await chooser.setFiles(file)
}

test('the bot gets the files that the user attaches, and the chat says why others are not sent', async ({
  page,
  host,
  bot,
}) => {
  const chat = await openChat(page, host)
  const picture = Buffer.from(png(40, 30))
  const files: [string, Sent][] = [
    ['Picture', { name: 'a.png', mimeType: 'image/png', buffer: picture }],
    ['Video', { name: 'a.mp4', mimeType: 'video/mp4', buffer: Buffer.from('not really a video') }],
    ['Audio', { name: 'a.wav', mimeType: 'audio/wav', buffer: silence(1500) }],
    ['File', { name: 'menu.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }],
  ]
  for (const [at, [kind, file]] of files.entries()) {
    await attach(page, chat, kind, file)
    await expect.poll(() => bot.events().length).toBe(at + 1)
    await expect(chat.getByRole('textbox', { name: 'Message' })).toBeFocused()
  }
  expect(bot.events()).toMatchObject([
    { type: 'message', message: { type: 'image', contentProvider: { type: 'line' } } },
    { type: 'message', message: { type: 'video' } },
    { type: 'message', message: { type: 'audio', duration: 1500 } },
    { type: 'message', message: { type: 'file', fileName: 'menu.pdf', fileSize: 8 } },
  ])
  for (const [at, [, file]] of files.entries()) {
    const event = bot.events()[at]
    const id = event?.type === 'message' ? event.message.id : ''
    const content = await buffer(await bot.files.getMessageContent(id))
    expect(content.equals(file.buffer)).toBe(true)
  }
  await expect(chat.getByRole('img', { name: 'Picture from this phone' })).toHaveJSProperty(
    'naturalWidth',
    40,
  )
  await expect(chat.getByRole('article').last()).toContainText('menu.pdf')

  const file = (name: string, mimeType: string, size: number) => ({
    name,
    mimeType,
    buffer: Buffer.alloc(size),
  })
  await attach(page, chat, 'Picture', file('big.png', 'image/png', 1_000_001))
  await expect(chat.getByRole('status')).toContainText('“big.png” is larger than 1 MB')
  await page.keyboard.press('Escape')
  await attach(page, chat, 'File', file('none.txt', 'text/plain', 0))
  await expect(chat.getByRole('status')).toHaveText('“none.txt” is empty.')
  await page.keyboard.press('Escape')
  await attach(page, chat, 'Audio', file('a.png', 'image/png', 9))
  await expect(chat.getByRole('status')).toHaveText('“a.png” is another kind of file.')
  await page.keyboard.press('Escape')
  await attach(page, chat, 'File', file('exact.bin', 'application/octet-stream', 1_000_000))
  await expect
    .poll(() => bot.events().slice(files.length))
    .toMatchObject([{ message: { type: 'file', fileSize: 1_000_000 } }])
  await expect(chat.getByRole('status')).toHaveCount(0)
})

test('the keyboard alone sends a sticker and a place, and quick replies open what they name', async ({
  page,
  host,
  bot,
}) => {
  const chat = await openChat(page, host)
  const attachButton = chat.getByRole('button', { name: 'Attach' })
  await attachButton.press('Enter')
  await expect(chat.getByRole('button', { name: 'Picture', exact: true })).toBeFocused()
  for (let at = 0; at < 4; at += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(chat.getByRole('button', { name: 'Sticker 446/1988' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(chat.getByRole('article').last()).toContainText('446/1989')
  await attachButton.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(attachButton).toHaveAttribute('aria-expanded', 'false')
  await attachButton.click()
  await chat.getByRole('button', { name: 'Location' }).click()
  await chat.getByRole('button', { name: /^Lumphini Park/ }).press('Enter')
  await attachButton.click()
  await chat.getByRole('button', { name: 'Location' }).click()
  await chat.getByRole('spinbutton', { name: 'Latitude' }).fill('6.4254')
  await fillAndEnter(chat.getByRole('spinbutton', { name: 'Longitude' }), '101.25')
  await expect
    .poll(() => bot.events())
    .toMatchObject([
      { message: { type: 'sticker', packageId: '446', stickerId: '1989', stickerResourceType: 'STATIC' } },
      { message: { type: 'location', title: 'Lumphini Park', latitude: 13.7307, longitude: 100.5418 } },
      { message: { type: 'location', latitude: 6.4254, longitude: 101.25 } },
    ])

  const actions = ['camera', 'cameraRoll', 'location'].map(type => ({ type, label: type }))
  const quickReply = { items: actions.map(action => ({ type: 'action', action })) }
  await broadcast(host, [{ type: 'text', text: 'Where?', quickReply }])
  await chat.getByRole('button', { name: 'location', exact: true }).click()
  await expect(chat.getByRole('button', { name: /^Grand Palace/ })).toBeFocused()
  const png40 = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(png(40, 30)) }
  for (const name of ['camera', 'cameraRoll']) {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      chat.getByRole('button', { name, exact: true }).click(),
    ])
    if (name === 'cameraRoll') await chooser.setFiles(png40)
  }
  await expect.poll(() => bot.events().slice(3)).toMatchObject([{ message: { type: 'image' } }])
})

test('the user unsends a message with menu, keyboard or long press', async ({ page, host, bot }) => {
  host.emulator.control.chat({ text: 'oops' })
  host.emulator.control.chat({ text: 'stays' })
  host.emulator.control.chat({ text: 'also wrong' })
  const chat = await openChat(page, host)
  const message = (text: string) => chat.getByRole('article').filter({ hasText: text })
  await message('oops').getByRole('button', { name: 'Options for this message' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(message('oops').getByRole('button', { name: 'Reply' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(message('oops').getByRole('button', { name: 'Unsend' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(message('oops').getByRole('button', { name: 'Unsend' })).toBeHidden()
  await expect(message('oops').getByRole('button', { name: 'Options for this message' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(chat.getByText('You unsent a message')).toHaveCount(1)
  await expect(chat.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await message('also wrong').click({ button: 'right' })
  await message('also wrong').getByRole('button', { name: 'Unsend' }).click()
  await expect(chat.getByText('You unsent a message')).toHaveCount(2)
  await expect(chat.getByRole('button', { name: 'Options for this message' })).toHaveCount(1)
  await host.emulator.webhooksSettled()
  const [first, , third] = bot.events()
  const idOf = (event: typeof first) => (event?.type === 'message' ? event.message.id : '')
  expect(bot.events().slice(3)).toMatchObject([
    { type: 'unsend', unsend: { messageId: idOf(first) } },
    { type: 'unsend', unsend: { messageId: idOf(third) } },
  ])
})

for (const look of LOOKS)
  test.describe(`${look.colorScheme}, ${look.locale}`, () => {
    test.use({ colorScheme: look.colorScheme, locale: look.locale })

    test('the composer is accessible, and no label is cut', { tag: look.tag }, async ({ page, host }) => {
      const { composer } = LANGUAGES[look.lang]
      host.emulator.control.chat({ text: 'first' })
      host.emulator.control.chat({ message: { type: 'sticker', packageId: '446', stickerId: '1988' } })
      const chat = await openChat(page, host)
      const section = chat.getByRole('region', { name: composer.attach })
      const check = async (name: string) => {
        await expectNothingCut(section.locator('button, strong, small'))
        expect(await section.evaluate(one => one.scrollWidth - one.clientWidth)).toBe(0)
        await expectAccessible(page, look, '[data-chat]', chat, `composer-${name}`)
      }
      await chat.getByRole('button', { name: composer.attach }).click()
      await check('menu')
      await section.getByRole('button', { name: composer.kinds.sticker }).click()
      await check('stickers')
      await page.keyboard.press('Escape')
      await chat.getByRole('button', { name: composer.attach }).click()
      await section.getByRole('button', { name: composer.kinds.location }).click()
      await check('places')
      await page.keyboard.press('Escape')
      await chat.getByRole('button', { name: composer.messageMenu }).last().click()
      await expectAccessible(page, look, '[data-chat]', chat, 'composer-unsend')
    })
  })
