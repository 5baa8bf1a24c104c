import { appFrame, expect, started, test } from '#emulator-tests/kit/liff-test.ts'
import { fillAndEnter } from '#tests/kit/keyboard.ts'
import { broadcast, callBot, createRichMenu, openChat, PICTURES } from '#tests/kit/panel-chat.ts'
import { contrastIn, violationsIn } from '#tools/axe.ts'

/** Tests the panel's chat with the official account in a real browser. */
test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })

test.beforeEach(({ host }) => host.load('friend'))

const picture = `${PICTURES}/400x300/4a7`
const say = (text: string) => ({ type: 'message', label: text, text })
const quickReply = { items: ['Yes', 'No'].map(text => ({ type: 'action', action: say(text) })) }
const messages = [
  { type: 'text', text: 'Welcome https://example.com' },
  { type: 'image', originalContentUrl: picture, previewImageUrl: picture },
  { type: 'sticker', packageId: '446', stickerId: '1988' },
  { type: 'audio', originalContentUrl: 'https://pictures.example/a.m4a', duration: 61_000 },
  { type: 'location', title: 'Cafe', address: '1 Road', latitude: 13.7, longitude: 100.5 },
  {
    type: 'template',
    altText: 'Menu',
    template: {
      type: 'carousel',
      columns: ['Latte', 'Mocha', 'Tea'].map(title => ({
        ...{ title, text: 'Hot', thumbnailImageUrl: picture, actions: [say(`Order ${title}`)] },
      })),
    },
  },
  { type: 'text', text: 'Shall we deliver?', quickReply },
]

test('the chat shows new messages at its end, sends what the user types and taps, and opens the LIFF app', {
  tag: '@core',
}, async ({ page, host }) => {
  const chat = await openChat(page, host)
  await broadcast(host, messages)
  await expect(chat.getByText('Shall we deliver?')).toBeInViewport()
  await chat.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(chat.getByRole('article').last()).toContainText('Yes')
  await expect(chat.getByRole('region', { name: 'Quick replies' })).toHaveCount(0)
  await fillAndEnter(chat.getByRole('textbox', { name: 'Message' }), 'สวัสดี')
  await expect(chat.getByRole('article').last()).toContainText('สวัสดี')
  expect(host.messages()).toMatchObject([
    { via: 'chat', message: { text: 'Yes' } },
    { via: 'chat', message: { text: 'สวัสดี' } },
  ])
  await callBot(host, '/v2/bot/chat/loading/start', { chatId: host.userId, loadingSeconds: 5 })
  await expect(chat.getByRole('img', { name: 'The account is preparing an answer' })).toBeInViewport()

  const area = (x: number, width: number) => ({ x, y: 0, width, height: 520 })
  const actions = [
    { type: 'uri', label: 'Left', linkUri: 'https://example.com', area: area(0, 260) },
    { type: 'message', text: 'Right', area: area(260, 780) },
  ]
  const baseSize = { width: 1040, height: 520 }
  const imagemap = { type: 'imagemap', altText: 'Plan', baseUrl: `${PICTURES}/1040x520`, baseSize, actions }
  await broadcast(host, [imagemap])
  const boxOf = async (element: ReturnType<typeof chat.getByRole>) =>
    (await element.boundingBox()) ?? { x: 0, width: 0, height: 0 }
  const picture = await boxOf(chat.getByRole('img', { name: 'Plan' }))
  const right = await boxOf(chat.getByRole('button', { name: 'Right' }))
  expect(picture.width / picture.height).toBeCloseTo(2, 1)
  expect((right.x - picture.x) / picture.width).toBeCloseTo(0.25, 2)
  expect([right.width / picture.width, right.height / picture.height].map(each => each.toFixed(2))).toEqual([
    ...['0.75', '1.00'],
  ])
  await chat.getByRole('button', { name: 'Right' }).click()
  await expect(chat.getByRole('article').last()).toContainText('Right')

  const uri = `https://liff.line.me/${host.liffId('full-2.26.1')}/offer?id=7`
  await broadcast(host, [{ type: 'text', text: `Look: ${uri}` }])
  await chat.getByRole('link', { name: uri }).click()
  const app = await appFrame(page, 'line', '/full-2.26.1/offer')
  expect(await started(app)).toMatchObject({ init: 'done', inClient: true })
  expect(new URL(app.url()).search).toBe('?id=7')
  await page.getByRole('button', { name: 'Close the app' }).click()
  await expect(chat.getByRole('link', { name: uri })).toBeVisible()
})

test('the chat is accessible, and its buttons are reachable with the keyboard', async ({ page, host }) => {
  host.emulator.control.chat({ text: 'Hello' })
  await broadcast(host, messages)
  const chat = await openChat(page, host)
  await expect(chat.getByText('Shall we deliver?')).toBeVisible()
  expect(await violationsIn(page, '[data-chat]')).toEqual([])
  await chat.getByRole('log').focus()
  const reached: string[] = []
  for (let at = 0; at < 40 && !reached.includes('Message'); at += 1) {
    await page.keyboard.press('Tab')
    const name = 'document.activeElement.ariaLabel ?? document.activeElement.textContent'
    reached.push(await page.evaluate<string>(name))
  }
  for (const name of ['Open the app', 'Open the picture', 'Menu', 'Order Tea', 'Yes', 'No', 'Message'])
    expect(reached).toContain(name)
})

test('the chat has enough contrast in dark mode', async ({ page, host }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  host.emulator.control.chat({ text: 'Hello' })
  await broadcast(host, messages)
  const chat = await openChat(page, host)
  await expect(chat.getByText('Shall we deliver?')).toBeVisible()
  expect(await contrastIn(page, '[data-chat]')).toEqual([])
})

test('the areas of the rich menu lie on its picture, open the app, send a message and switch the menu', async ({
  page,
  host,
}) => {
  const chat = await openChat(page, host)
  const bounds = (x: number, width: number) => ({ x, y: 0, width, height: 843 })
  const uri = `https://liff.line.me/${host.liffId('core-2.26.1')}`
  const first = await createRichMenu(host, page, {
    ...{ name: 'first', color: '#284' },
    areas: [
      { bounds: bounds(0, 500), action: { type: 'uri', label: 'Open', uri } },
      { bounds: bounds(500, 1250), action: { type: 'message', text: 'Hours?' } },
      {
        bounds: bounds(1750, 750),
        action: { type: 'richmenuswitch', label: 'More', richMenuAliasId: 'second', data: 'tab=2' },
      },
    ],
  })
  const second = await createRichMenu(host, page, {
    ...{ name: 'second', color: '#842' },
    areas: [{ bounds: bounds(0, 2500), action: { type: 'postback', label: 'Cancel', data: 'cancel=1' } }],
  })
  await callBot(host, '/v2/bot/richmenu/alias', { richMenuAliasId: 'second', richMenuId: second })
  await callBot(host, `/v2/bot/user/all/richmenu/${first}`, {})

  const menu = chat.getByRole('region', { name: 'Rich menu first' })
  const widthOf = (image: Element) => (image as HTMLImageElement).naturalWidth
  await expect.poll(() => menu.locator('img').evaluate(widthOf)).toBe(2500)
  const boxOf = async (name: string) => {
    const box = await menu.getByRole('button', { name, exact: true }).boundingBox()
    return box ?? { x: 0, y: 0, width: 0, height: 0 }
  }
  const picture = (await menu.locator('img').boundingBox()) ?? { x: 0, width: 0, height: 0 }
  expect(picture.width / picture.height).toBeCloseTo(2500 / 843, 1)
  const [open, hours] = [await boxOf('Open'), await boxOf('Hours?')]
  expect((hours.x - picture.x) / picture.width).toBeCloseTo(0.2, 2)
  expect([open.width / picture.width, hours.width / picture.width].map(each => each.toFixed(2))).toEqual([
    ...['0.20', '0.50'],
  ])
  expect(hours.height).toBeCloseTo(picture.height, 0)

  await menu.getByRole('button', { name: 'Hours?' }).click()
  await expect(chat.getByRole('article').last()).toContainText('Hours?')
  await menu.getByRole('button', { name: 'More' }).click()
  await expect(chat.getByRole('region', { name: 'Rich menu second' })).toBeVisible()
  await expect(menu).toHaveCount(0)
  await callBot(host, `/v2/bot/user/${host.userId}/richmenu/${first}`, {})
  await menu.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(menu.getByRole('button', { name: 'Open', exact: true })).toHaveCount(0)
  await menu.getByRole('button', { name: 'Menu', exact: true }).click()
  await menu.getByRole('button', { name: 'Open', exact: true }).click()
  expect(await started(await appFrame(page, 'line', '/core-2.26.1/'))).toMatchObject({ init: 'done' })
})
