// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { checkMessages } from '#emulator/messages/check.ts'
import { FLEX_GALLERY } from '#tests/fixtures/flex/gallery.ts'
import { bubble, column, line, type Part, row, say, text } from '#tests/fixtures/flex/parts.ts'
import { entryOf, renderChat, viewOf } from './chat-kit.tsx'

const flex = (contents: unknown) => entryOf({ type: 'flex', altText: 'alternative', contents } as Part)
const inBody = (...parts: readonly Part[]) => flex(bubble({ body: column(parts) }))
const lastArticle = (container: Element) => {
  const found = [...container.querySelectorAll<HTMLElement>('article')].at(-1)
  if (found === undefined) throw new Error('no message')
  return found
}

test('the gallery has more than 30 Flex Messages that LINE accepts, and each is drawn', async () => {
  const messages = Object.entries(FLEX_GALLERY)
  expect(messages.length).toBeGreaterThan(30)
  for (const [name, message] of messages) {
    expect([name, checkMessages([message], 'messagingApi')]).toMatchObject([name, { ok: true }])
    const { container } = await renderChat(viewOf([entryOf(message)]))
    expect([name, container.querySelectorAll('article [data-size]').length > 0]).toEqual([name, true])
    expect([name, container.textContent?.includes('cannot be shown')]).toEqual([name, false])
  }
})

test('taps on the parts of a bubble run the action of the innermost part', async () => {
  const { tap, commands, buttons } = await renderChat(viewOf([entryOf(FLEX_GALLERY.actions as Part)]))
  expect(buttons().slice(1)).toEqual(['Whole bubble', 'Tap me', 'The box', 'In the box'])
  for (const name of ['Whole bubble', 'Tap me', 'The box', 'In the box']) await tap(name)
  const sent = ['Whole bubble', 'Only the text', 'The box', 'In the box']
  expect(commands).toMatchObject(sent.map(content => ({ text: content })))
})

test('an area for taps contains no other button, and is in front of what it covers', async () => {
  const { container } = await renderChat(viewOf(Object.values(FLEX_GALLERY).map(each => entryOf(each))))
  expect(container.querySelectorAll('button button, button a, a button')).toHaveLength(0)
  const areas = [...container.querySelectorAll('article button[class*="area"]')]
  expect(areas.length).toBeGreaterThan(5)
  for (const area of areas) expect(area.parentElement?.firstElementChild).toBe(area)
})

test('values that LINE does not know have no effect', async () => {
  const evil = 'url(https://evil.example/x.png)'
  const { container } = await renderChat(
    viewOf([
      inBody(
        text('plain', {
          color: evil,
          size: evil,
          weight: evil,
          align: evil,
          margin: '1em',
          offsetTop: 'calc(1px)',
        }),
        column([], {
          backgroundColor: evil,
          width: '10vw',
          paddingAll: '-',
          background: { type: 'linearGradient', angle: evil, startColor: evil, endColor: '#000000' },
        }),
        { type: 'image', url: 'javascript:alert(1)', aspectRatio: '1:1;position:fixed' },
        { type: 'constructor' },
        { type: 'text', text: { a: 1 } },
      ),
    ]),
  )
  const html = lastArticle(container).innerHTML
  for (const part of ['evil', '1em', 'calc', '10vw', 'position: fixed', 'javascript']) {
    const styles = [...container.querySelectorAll('article [style]')].map(each => each.getAttribute('style'))
    expect(styles.filter(style => style?.includes(part))).toEqual([])
  }
  expect(html).toContain('plain')
})

test('broken contents show the alternative text, and the chat stays', async () => {
  const deep = Array.from({ length: 200 }).reduce<Part>(inner => column([inner]), text('deep'))
  const broken = [
    null,
    [],
    'x',
    3,
    {},
    { type: 'bubble' },
    { type: 'carousel' },
    { type: 'carousel', contents: 'x' },
  ]
  const { container } = await renderChat(
    viewOf([
      ...broken.map(flex),
      flex(bubble({ body: { type: 'box', layout: 'spiral', contents: { length: 3 } } })),
      flex(bubble({ body: row([null as never, 'x' as never, 5 as never]) })),
      inBody(deep),
      entryOf({ type: 'text', text: 'still here' }),
    ]),
  )
  expect(container.querySelectorAll('article')).toHaveLength(broken.length + 4)
  const alternatives = [...container.querySelectorAll('article')].filter(each =>
    each.textContent?.includes('alternative'),
  )
  expect(alternatives).toHaveLength(broken.length)
  expect(lastArticle(container).textContent).toContain('still here')
  expect(container.querySelector('textarea')).not.toBe(null)
})

test('only a text with an action is a button, and the action names it', async () => {
  const { buttons } = await renderChat(
    viewOf([inBody(line([text('only text')]), { type: 'button', action: say('Send') }, { type: 'button' })]),
  )
  expect(buttons()).toEqual(['Open the app', 'Send', ''])
})
