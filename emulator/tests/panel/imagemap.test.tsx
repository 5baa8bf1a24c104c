// @vitest-environment happy-dom
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
  const areas = [...container.querySelectorAll<HTMLElement>('article button:not([aria-controls])')]
  expect(areas.map(({ style }) => [style.left, style.top, style.width, style.height])).toEqual([
    ['0%', '0%', '50%', '100%'],
    ['50%', '0%', '50%', '100%'],
    ['0%', '0%', '50%', '100%'],
  ])
  await tap('Website')
  await tap('Seat B')
  expect(tabs).toEqual(['https://example.com/plan'])
  expect(commands).toMatchObject([{ click: { url: 'https://example.com/plan' } }, { text: 'Seat B' }])
})

test('the video of an imagemap shows the label of its link after its end', async () => {
  const { container, tap, tabs } = await renderChat(viewOf([entryOf({ ...imagemap, video, actions: [] })]))
  const player = container.querySelector('video')
  expect(player?.parentElement?.style.left).toBe('10%')
  expect(container.querySelectorAll('article button:not([aria-controls])')).toHaveLength(0)
  await act(() => player?.dispatchEvent(new Event('ended')))
  await tap('See more')
  expect(tabs).toEqual(['https://example.com/more'])
})

test('a video with a tracking id is reported once the user has watched it', async () => {
  const message = { type: 'video', ...video, trackingId: 'spring' }
  const { container, commands } = await renderChat(
    viewOf([entryOf(message), entryOf({ ...message, trackingId: undefined })]),
  )
  const watched = () => commands.filter(command => 'videoPlayComplete' in Object(command))
  const [first, second] = container.querySelectorAll('video')
  await act(() => second?.dispatchEvent(new Event('ended')))
  expect(watched()).toEqual([])
  await act(() => first?.dispatchEvent(new Event('ended')))
  expect(watched()).toMatchObject([{ videoPlayComplete: { trackingId: 'spring' } }])
})

test('each quarter of a video or audio file of the account is reported once in each play', async () => {
  const audio = { type: 'audio', originalContentUrl: 'https://example.com/a.m4a', duration: 4000 }
  const own = { ...audio, contentProvider: { type: 'line' } }
  const { container, commands } = await renderChat(
    viewOf([entryOf({ type: 'video', ...video }), entryOf(audio), entryOf(own, { from: 'user' })]),
  )
  const plays = () => commands.splice(0).flatMap(command => Object(command).play?.percent ?? [])
  async function happens(player: Element | null, event: string, currentTime = 0) {
    Object.defineProperties(player, {
      duration: { value: 4, configurable: true },
      currentTime: { value: currentTime, configurable: true },
    })
    await act(() => player?.dispatchEvent(new Event(event)))
  }
  const [listened, mine] = container.querySelectorAll('audio')
  for (const player of [container.querySelector('video'), listened ?? null]) {
    await happens(player, 'play')
    await happens(player, 'timeupdate', 0.5)
    await happens(player, 'timeupdate', 2.2)
    await happens(player, 'pause', 2.2)
    await happens(player, 'play', 2.2)
    expect(plays()).toEqual([0, 25, 50])
    await happens(player, 'timeupdate', 4)
    await happens(player, 'ended', 4)
    expect(plays()).toEqual([75, 100])
    await happens(player, 'play')
    expect(plays()).toEqual([0])
  }
  await happens(mine ?? null, 'play')
  await happens(mine ?? null, 'ended', 4)
  expect(plays()).toEqual([])
})
