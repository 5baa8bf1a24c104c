// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { act } from '#tests/kit/act.ts'
import { entryOf, type Message, renderChat, USER, viewOf } from './chat-kit.tsx'

const buttons = (...actions: readonly Message[]) =>
  entryOf({ type: 'template', altText: 'card', template: { type: 'buttons', text: 'Choose', actions } })
const quick = (...actions: readonly Message[]) =>
  entryOf({
    ...{ type: 'text', text: 'Choose' },
    quickReply: { items: actions.map(action => ({ type: 'action', action })) },
  })

test('a URI action opens a LIFF app on the phone and other pages in a new tab', async () => {
  const uris = [
    'https://liff.line.me/2000000001-Campaign/a?b=1',
    'line://app/2000000002-SecondApp',
    'https://line.me/R/app/2000000003-ThirdApp?x=1',
    'https://example.com/shop',
    'tel:+66212345678',
    'line://ti/p/@shop',
    'https://liff.line.me/short',
  ]
  const { tap, opened, tabs, commands } = await renderChat(
    viewOf([buttons(...uris.map(uri => ({ type: 'uri', label: uri, uri })))]),
  )
  for (const uri of uris) await tap(uri)
  expect(opened).toEqual([
    ...['2000000001-Campaign/a?b=1', '2000000002-SecondApp', '2000000003-ThirdApp?x=1'],
  ])
  const origin = location.origin
  expect(tabs).toEqual([
    ...['https://example.com/shop', 'tel:+66212345678', `${origin}/__line/line.me/R/ti/p/@shop`],
    `${origin}/__line/liff.line.me/short`,
  ])
  // The panel reports taps on http(s) links, which LINE's insight API counts.
  expect(commands.map(command => Object(command).click?.url)).toEqual([
    ...['https://liff.line.me/2000000001-Campaign/a?b=1', 'https://line.me/R/app/2000000003-ThirdApp?x=1'],
    ...['https://example.com/shop', 'https://liff.line.me/short'],
  ])
})

test('LINE on a computer opens the other address of a URI action', async () => {
  const action = {
    type: 'uri',
    label: 'go',
    uri: 'https://a.example/',
    altUri: { desktop: 'https://b.example/' },
  }
  const phone = await renderChat(viewOf([buttons(action)]))
  await phone.tap('go')
  expect(phone.tabs).toEqual(['https://a.example/'])
  const computer = await renderChat(viewOf([buttons(action)]), true)
  await computer.tap('go')
  expect(computer.tabs).toEqual(['https://b.example/'])
})

test('a link with another scheme opens nothing and says so', async () => {
  const uris = ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'not a link', '']
  const { tap, tabs, opened, textOf } = await renderChat(
    viewOf([buttons(...uris.map((uri, at) => ({ type: 'uri', label: `link ${at}`, uri })))]),
  )
  for (const [at, uri] of uris.entries()) {
    await tap(`link ${at}`)
    expect(textOf('[role="status"]')).toEqual([`LINE does not open links such as ${uri}`])
  }
  expect([tabs, opened]).toEqual([[], []])
})

test('a message action sends its text, and a postback action posts back with its display text', async () => {
  const { tap, commands } = await renderChat(
    viewOf([
      buttons(
        { type: 'message', label: 'say', text: 'Hello' },
        { type: 'postback', label: 'post', data: 'a=1' },
        { type: 'postback', label: 'show', data: 'a=2', displayText: 'Two' },
        { type: 'postback', label: 'old', data: 'a=3', text: 'Three' },
      ),
    ]),
  )
  for (const name of ['say', 'post', 'show', 'old']) await tap(name)
  const userId = USER
  expect(commands).toEqual([
    { userId, text: 'Hello' },
    { userId, postback: { data: 'a=1' } },
    { userId, postback: { data: 'a=2', displayText: 'Two' } },
    { userId, text: 'Three' },
    { userId, postback: { data: 'a=3' } },
  ])
})

test('a postback can open the keyboard with a text, open voice input, and open and close the rich menu', async () => {
  const action = (inputOption: string) => ({ type: 'postback', label: inputOption, data: 'a', inputOption })
  const richMenu = {
    ...{ richMenuId: 'richmenu-1', name: 'menu', chatBarText: 'Menu', selected: false, areas: [] },
    size: { width: 2500, height: 843 },
  }
  const { tap, container, textOf, button } = await renderChat(
    viewOf(
      [
        buttons({ ...action('openKeyboard'), fillInText: 'Name:\n' }, action('openVoice')),
        buttons(action('openRichMenu'), action('closeRichMenu')),
      ],
      { richMenu },
    ),
  )
  await tap('openKeyboard')
  const input = container.querySelector('textarea')
  expect([input?.value, document.activeElement === input]).toEqual(['Name:\n', true])
  await tap('openVoice')
  expect(textOf('[role="status"]')).toEqual(['LINE opens voice input here.'])
  const bar = () => button('Menu ').getAttribute('aria-expanded')
  expect(bar()).toBe('false')
  await tap('openRichMenu')
  expect(bar()).toBe('true')
  await tap('closeRichMenu')
  expect(bar()).toBe('false')
})

test('the open rich menu is reported once it is visible, and a tap with the index of its area', async () => {
  const bounds = { x: 0, y: 0, width: 100, height: 100 }
  const areas = ['One', 'Two'].map(text => ({ bounds, action: { type: 'message', label: text, text } }))
  const richMenu = {
    ...{ richMenuId: 'richmenu-1', name: 'menu', chatBarText: 'Menu', selected: false, areas },
    size: { width: 2500, height: 843 },
  }
  const { tap, commands, show } = await renderChat(viewOf([], { richMenu }))
  expect(commands).toEqual([])
  await tap('Menu ')
  await show(viewOf([], { richMenu: { ...richMenu } }))
  expect(commands.splice(0)).toEqual([{ userId: USER, richMenu: { richMenuId: 'richmenu-1' } }])
  await tap('Two')
  expect(commands.splice(0)).toEqual([
    { userId: USER, richMenu: { richMenuId: 'richmenu-1', area: 1 } },
    { userId: USER, text: 'Two' },
  ])
  await show(viewOf([], { richMenu: { ...richMenu, richMenuId: 'richmenu-2' } }))
  expect(commands).toEqual([{ userId: USER, richMenu: { richMenuId: 'richmenu-2' } }])
})

test('a picked time is posted back in the form of its mode, and a cancelled one is not', async () => {
  const pickers = [
    { mode: 'date', initial: '2026-02-03', min: '2026-01-01', max: '2026-12-31' },
    { mode: 'time', initial: '10:30' },
    { mode: 'datetime', initial: '2026-02-03t10:30' },
  ].map(each => ({ type: 'datetimepicker', label: each.mode, data: `pick=${each.mode}`, ...each }))
  const { tap, container, commands } = await renderChat(viewOf([quick(...pickers)]))
  for (const { mode } of pickers) {
    await tap(mode)
    const { type, min, max } = container.querySelector<HTMLInputElement>('form[aria-label] input') ?? {}
    if (mode === 'date') expect([type, min, max]).toEqual(['date', '2026-01-01', '2026-12-31'])
    const form = container.querySelector<HTMLFormElement>('form[aria-label]')
    await act(() => form?.requestSubmit())
  }
  await tap('date')
  await tap('Cancel')
  const userId = USER
  expect(commands).toEqual([
    { userId, postback: { data: 'pick=date', params: { date: '2026-02-03' } } },
    { userId, postback: { data: 'pick=time', params: { time: '10:30' } } },
    { userId, postback: { data: 'pick=datetime', params: { datetime: '2026-02-03T10:30' } } },
  ])
})

test('a clipboard action copies its text, and says so if the browser refuses', async () => {
  const { tap, textOf } = await renderChat(
    viewOf([buttons({ type: 'clipboard', label: 'copy', clipboardText: 'CODE-1' })]),
  )
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
  await tap('copy')
  expect([write.mock.calls, textOf('[role="status"]')]).toEqual([[['CODE-1']], ['Copied: CODE-1']])
  write.mockRejectedValueOnce(new Error('denied'))
  await tap('copy')
  expect(textOf('[role="status"]')).toEqual(['The browser did not allow copying: CODE-1'])
  write.mockRestore()
})

test('quick replies belong to the newest message and disappear after a reply', async () => {
  const camera = { type: 'camera', label: 'Camera' }
  const message = { type: 'message', label: 'Yes', text: 'Yes!' }
  const first = quick(camera, message, { type: 'unknown', label: 'never' })
  const { container, tap, textOf, show, commands } = await renderChat(viewOf([first]))
  const opened = vi.fn()
  container.querySelector('input[accept="image/*"]')?.addEventListener('click', opened)
  const replies = () => textOf('[aria-label="Quick replies"] button')
  expect(replies()).toEqual(['Camera', 'Yes'])
  await tap('Camera')
  expect(opened).toHaveBeenCalledOnce()
  expect(replies()).toHaveLength(2)
  await tap('Yes')
  expect([commands, replies()]).toEqual([[{ userId: USER, text: 'Yes!' }], []])
  const next = quick(message)
  await show(viewOf([first, next]))
  expect(replies()).toEqual(['Yes'])
  await show(viewOf([first, next, entryOf({ type: 'text', text: 'later' }, { from: 'user', via: 'chat' })]))
  expect(replies()).toEqual([])
})

test('templates have their buttons, and a tap on a card runs its default action', async () => {
  const column = (title: string) => ({
    ...{ title, text: 'text', thumbnailImageUrl: 'https://example.com/a.png' },
    actions: [{ type: 'message', label: `buy ${title}`, text: title }],
  })
  const template = (content: object) => entryOf({ type: 'template', altText: 'alt', template: content })
  const {
    tap,
    buttons: all,
    commands,
  } = await renderChat(
    viewOf([
      template({ type: 'carousel', columns: [column('one'), column('two')] }),
      template({
        type: 'confirm',
        text: 'Sure?',
        actions: ['Yes', 'No'].map(label => ({ type: 'message', label, text: label })),
      }),
      template({
        type: 'image_carousel',
        columns: [
          { imageUrl: 'https://example.com/b.png', action: { type: 'message', label: 'pic', text: 'p' } },
        ],
      }),
      template({
        ...{ type: 'buttons', ...column('three') },
        defaultAction: { type: 'message', label: 'whole card', text: 'card' },
      }),
    ]),
  )
  expect(all()).toEqual([
    ...['Open the app', 'buy one', 'buy two', 'Yes', 'No', 'pic', 'whole card', 'buy three'],
  ])
  for (const name of ['buy two', 'No', 'pic', 'whole card']) await tap(name)
  expect(commands).toMatchObject(['two', 'No', 'p', 'card'].map(text => ({ text })))
})

test('a refusal of the emulator is shown in the chat', async () => {
  const { tap, textOf, button } = await renderChat(
    viewOf([buttons({ type: 'message', label: 'say', text: 'x' })]),
  )
  const refusal = new Response('{"message":"userId: unknown"}', { status: 400 })
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(refusal)
  await tap('say')
  expect(textOf('[role="status"]')).toEqual(['userId: unknown'])
  await act(() => button('Dismiss').click())
  expect(textOf('[role="status"]')).toEqual([])
})
