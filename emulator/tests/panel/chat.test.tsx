// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { act } from '#tests/kit/act.ts'
import { entryOf, renderChat, USER, viewOf } from './chat-kit.tsx'

const text = (content: string) => ({ type: 'text', text: content })

test('the chat loads the picture of its account', async () => {
  const { container } = await renderChat(undefined)
  expect(
    [...container.querySelectorAll('img')].map(({ src }) => new URL(src, 'http://localhost').pathname),
  ).toEqual(['/__line/profile.line-scdn.net/oa/%40shop'])
})

test('messages of both sides are in order, with a line for each day and a mark on what was read', async () => {
  const day = 86_400_000
  const view = viewOf([])
  const user = { from: 'user', via: 'chat' } as const
  const { container, textOf } = await renderChat({
    ...view,
    entries: [
      entryOf(text('old'), { ...user, at: view.now - day }),
      entryOf(text('new'), { ...user, at: view.now }),
      entryOf(text('answer')),
    ],
    readUntil: view.now - 1,
  })
  expect(textOf('article [class*="bubble"]')).toEqual(['old', 'new', 'answer'])
  expect([...container.querySelectorAll('article')].map(each => each.dataset.from)).toEqual([
    ...['user', 'user', 'account'],
  ])
  const days = textOf('[class*="day"]')
  expect(days).toHaveLength(2)
  expect(days[1]).toBe('Today')
  expect(textOf('article').map(content => content?.includes('Read'))).toEqual([true, false, false])
})

test.each([
  ['after the chat has loaded', viewOf([])],
  ['while the chat loads', undefined],
])('%s, the user types a message, sends it with Enter, and the input is empty again', async (_, view) => {
  const { container, commands } = await renderChat(view)
  const input = container.querySelector('textarea')
  if (input === null) throw new Error('no input')
  const type = async (value: string, key: KeyboardEventInit) => {
    await act(() => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(input, value)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await act(() =>
      input.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...key })),
    )
  }
  await type('  ', { key: 'Enter' })
  await type('line one', { key: 'Enter', shiftKey: true })
  expect(commands).toEqual([])
  await type('Is it open?', { key: 'Enter' })
  expect(commands).toEqual([{ userId: USER, text: 'Is it open?' }])
  expect(input.value).toBe('')
})

test('a text contains links, placeholders for emojis, and mentions', async () => {
  const emojis = [{ index: 3, productId: '5ac1', emojiId: '001' }]
  const substitution = {
    who: { type: 'mention', mentionee: { type: 'user', userId: USER } },
    all: { type: 'mention', mentionee: { type: 'all' } },
    smile: { type: 'emoji', productId: '5ac1', emojiId: '002' },
  }
  const { container, textOf, tap, tabs, opened } = await renderChat(
    viewOf([
      entryOf({ type: 'text', text: 'Hi $! $5, see https://example.com/a?b=1.', emojis }),
      entryOf({ type: 'textV2', text: '{who} {all} {smile} {none} {{x}} {constructor}', substitution }),
      entryOf(text('https://liff.line.me/2000000001-Campaign/item?id=1#top')),
    ]),
  )
  expect(textOf('article [class*="bubble"]')).toEqual([
    'Hi ! $5, see https://example.com/a?b=1.',
    '@Mali @All  {none} {x} {constructor}',
    'https://liff.line.me/2000000001-Campaign/item?id=1#top',
  ])
  expect(
    [...container.querySelectorAll('[class*="emoji"]')].map(each => each.getAttribute('aria-label')),
  ).toEqual([...['LINE emoji 5ac1/001', 'LINE emoji 5ac1/002']])
  await tap('https://example.com/a?b=1')
  await tap('https://liff.line.me/2000000001-Campaign/item?id=1#top')
  expect([tabs, opened]).toEqual([['https://example.com/a?b=1'], ['2000000001-Campaign/item?id=1#top']])
})

test('a text is never read as HTML', async () => {
  const { container, textOf } = await renderChat(
    viewOf([entryOf(text('<img src=x onerror=alert(1)><b>bold</b>'))]),
  )
  expect(textOf('article [class*="bubble"]')).toEqual(['<img src=x onerror=alert(1)><b>bold</b>'])
  expect(container.querySelectorAll('article img[src="x"], article b')).toHaveLength(0)
})

test('files load from the URL of the message, those of LINE from the emulated LINE, and others not at all', async () => {
  const image = (url: unknown) => entryOf({ type: 'image', originalContentUrl: url, previewImageUrl: url })
  const { container } = await renderChat(
    viewOf([
      image('https://example.com/a.png'),
      image('https://profile.line-scdn.net/0habc'),
      image('http://example.com/b.png'),
      image('javascript:alert(1)'),
      image({}),
    ]),
  )
  const sources = [...container.querySelectorAll('article button img')].map(each => each.getAttribute('src'))
  expect(sources).toEqual(['https://example.com/a.png', '/__line/profile.line-scdn.net/0habc'])
  expect(container.querySelectorAll('[aria-label="The picture could not be loaded"]')).toHaveLength(3)
})

test('a picture that the user sent loads from the emulator, and an unsent message says so', async () => {
  const stored = { type: 'image', contentProvider: { type: 'line' } }
  const { container } = await renderChat(
    viewOf([
      entryOf(stored, { id: 'a/1', from: 'user', via: 'chat' }),
      entryOf({ type: 'unsent' }, { from: 'user', via: 'chat' }),
    ]),
  )
  const [picture, unsent] = [...container.querySelectorAll('article')]
  expect(picture?.querySelector('img')?.getAttribute('src')).toBe('/__emulator/api/content?id=a%2F1')
  expect(picture?.querySelector('[aria-label="Open the picture"]')).toBe(null)
  expect(unsent?.textContent).toContain('You unsent a message')
})

test('every kind of message has a picture, a player or a placeholder', async () => {
  const url = 'https://example.com/file'
  const { container, textOf } = await renderChat(
    viewOf([
      entryOf({ type: 'video', originalContentUrl: url, previewImageUrl: url }),
      entryOf({ type: 'audio', originalContentUrl: url, duration: 61_000 }),
      entryOf({ type: 'location', title: 'Cafe', address: '1 Road', latitude: 13.7, longitude: '100.5' }),
      entryOf({ type: 'sticker', packageId: '446', stickerId: '1988' }),
      entryOf({ type: 'coupon', couponId: 'c-1' }),
      entryOf({ type: 'file', fileName: 'menu.pdf' }),
    ]),
  )
  expect(container.querySelector('video')?.getAttribute('src')).toBe(url)
  expect(container.querySelector('audio')?.getAttribute('src')).toBe(url)
  expect(textOf('article [class*="content"]').slice(1)).toEqual([
    ...['1:01', 'Cafe1 Road', 'Sticker446/1988', 'Couponc-1', 'Filemenu.pdf'],
  ])
})

test('a broken message shows its alternative text, and the other messages stay', async () => {
  const broken = [
    { type: 'template', altText: 'card', template: null },
    { type: 'template', altText: 'columns', template: { type: 'carousel', columns: 'none' } },
    { type: 'hologram', altText: 'future' },
    { type: 'text', text: { toString: null } },
    { type: 'text', text: '$', emojis: [{ index: 'x' }, null, { index: 0 }, { index: 0 }] },
    {},
  ]
  const { textOf } = await renderChat(viewOf([...broken.map(each => entryOf(each)), entryOf(text('last'))]))
  const contents = textOf('article [class*="content"]')
  expect(contents).toHaveLength(7)
  expect(contents[0]).toBe('card')
  expect(contents[2]).toContain('future')
  expect(contents.at(-1)).toBe('last')
})

test('a message can have another sender', async () => {
  const sender = { name: 'Cony', iconUrl: 'https://example.com/cony.png' }
  const { container, textOf } = await renderChat(viewOf([entryOf({ ...text('Hi'), sender })]))
  expect(textOf('[class*="sender"]')).toEqual(['Cony'])
  expect(container.querySelector('article img')?.getAttribute('src')).toBe('https://example.com/cony.png')
})

test('the loading animation is visible until its time is over', async () => {
  const view = viewOf([])
  const { container, show } = await renderChat({ ...view, loadingUntil: view.now + 60_000 })
  const loading = () => container.querySelectorAll('[aria-label="The account is preparing an answer"]').length
  expect(loading()).toBe(1)
  await show({ ...view, loadingUntil: view.now + 1 })
  await act(() => new Promise(resolve => setTimeout(resolve, 20)))
  expect(loading()).toBe(0)
})

test('the chat is busy until its messages have loaded', async () => {
  const { container, show } = await renderChat(undefined)
  const busy = () => container.querySelector('section')?.getAttribute('aria-busy')
  expect(busy()).toBe('true')
  await show(viewOf([]))
  expect(busy()).toBe('false')
})
