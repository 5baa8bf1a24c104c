// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { PAGE_EVENT_SOURCE } from '#emulator/page-events.ts'
import { useLayers } from '#emulator/panel/phone/use-layers.ts'
import { usePageEvents } from '#emulator/panel/phone/use-page-events.ts'
import { act, mount } from '#tests/kit/act.ts'

const ORIGIN = 'https://localhost'

type ListenersProps = {
  readonly frame: { readonly current: HTMLIFrameElement }
  readonly onReport: (type: string) => void
  readonly onLayers: (ids: readonly string[]) => void
}

function Listeners({ frame, onReport, onLayers }: ListenersProps) {
  usePageEvents(frame, ORIGIN, { onEvent: ({ type }) => onReport(type), onKey: () => {} })
  onLayers(useLayers(frame, 1, () => {}).shown.map(({ id }) => id))
  return null
}

async function panel() {
  const ownWindow = {} as Window
  const frame = { current: { contentWindow: ownWindow } as HTMLIFrameElement }
  const accepted: string[] = []
  let layers: readonly string[] = []
  const onLayers = (ids: readonly string[]) => {
    layers = ids
  }
  const { root } = mount()
  await act(() =>
    root.render(<Listeners frame={frame} onReport={type => accepted.push(type)} onLayers={onLayers} />),
  )
  const post = (data: object, source: Window | null, origin = ORIGIN) =>
    act(() => {
      const event = new MessageEvent('message', { data, origin })
      window.dispatchEvent(Object.assign(event, { source }))
    })
  return { ownWindow, accepted, layers: () => layers, post }
}

const ready = { source: PAGE_EVENT_SOURCE, type: 'ready', url: `${ORIGIN}/` }
const layer = { source: PAGE_EVENT_SOURCE, type: 'layer', id: '1', url: `${ORIGIN}/__line/liff.line.me/` }

test('the panel accepts a report from its own frame', async () => {
  const { ownWindow, accepted, layers, post } = await panel()
  await post(ready, ownWindow)
  await post(layer, ownWindow)
  expect([accepted, layers()]).toEqual([['ready', 'layer'], ['1']])
})

test('the panel ignores a report from another window', async () => {
  const { accepted, layers, post } = await panel()
  for (const source of [{} as Window, window, null]) {
    await post(ready, source)
    await post(layer, source)
  }
  expect([accepted, layers()]).toEqual([[], []])
})

test('the panel ignores a report from its frame after the frame has left for another origin', async () => {
  const { ownWindow, accepted, post } = await panel()
  await post(ready, ownWindow, 'https://elsewhere.example')
  expect(accepted).toEqual([])
})
