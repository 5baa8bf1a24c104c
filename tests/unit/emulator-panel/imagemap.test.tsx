import { expect, test } from 'vitest'
import { checkMessages } from '#emulator/messages/check.ts'
import { act } from '#tests/kit/act.ts'
import { entryOf, renderChat, viewOf } from './chat-kit.tsx'

const area = { x: 0, y: 0, width: 520, height: 585 }
const imagemap = {
  ...{ type: 'imagemap', altText: 'Floor plan', baseUrl: 'https://pictures.example/plan' },
  baseSize: { width: 1040, height: 585 },
  actions: [
    { type: 'uri', label: 'Website', linkUri: 'https://example.com/plan', area },
    { type: 'message', text: 'Seat B', area: { ...area, x: 520 } },
    { type: 'clipboard', clipboardText: 'B-12', area },
  ],
}
const video = {
  ...{
    originalContentUrl: 'https://pictures.example/a.mp4',
    previewImageUrl: 'https://pictures.example/a.png',
  },
  area: { x: 104, y: 0, width: 208, height: 117 },
  externalLink: { linkUri: 'https://example.com/more', label: 'See more' },
}

test('the areas of an imagemap lie on its picture and run their actions', async () => {
  expect(checkMessages([imagemap], 'messagingApi')).toMatchObject({ ok: true })
  const { container, tap, tabs, commands } = await renderChat(viewOf([entryOf(imagemap)]))
  const picture = container.querySelector('article img[alt="Floor plan"]')
  expect(picture?.getAttribute('src')).toBe('https://pictures.example/plan/1040')
  const areas = [...container.querySelectorAll<HTMLElement>('article button')]
  expect(areas.map(({ style }) => [style.left, style.top, style.width, style.height])).toEqual([
    ['0%', '0%', '50%', '100%'],
    ['50%', '0%', '50%', '100%'],
    ['0%', '0%', '50%', '100%'],
  ])
  await tap('Website')
  await tap('Seat B')
  expect([tabs, commands]).toMatchObject([['https://example.com/plan'], [{ text: 'Seat B' }]])
})

test('the video of an imagemap shows the label of its link after its end', async () => {
  const { container, tap, tabs } = await renderChat(viewOf([entryOf({ ...imagemap, video, actions: [] })]))
  const player = container.querySelector('video')
  expect(player?.parentElement?.style.left).toBe('10%')
  expect(container.querySelectorAll('article button')).toHaveLength(0)
  await act(() => player?.dispatchEvent(new Event('ended')))
  await tap('See more')
  expect(tabs).toEqual(['https://example.com/more'])
})

test('a video with a tracking id is reported once the user has watched it', async () => {
  const message = { type: 'video', ...video, trackingId: 'spring' }
  const { container, commands } = await renderChat(
    viewOf([entryOf(message), entryOf({ ...message, trackingId: undefined })]),
  )
  const [first, second] = container.querySelectorAll('video')
  await act(() => second?.dispatchEvent(new Event('ended')))
  expect(commands).toEqual([])
  await act(() => first?.dispatchEvent(new Event('ended')))
  expect(commands).toMatchObject([{ videoPlayComplete: { trackingId: 'spring' } }])
})
