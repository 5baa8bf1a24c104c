// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createScreenLoader } from '#src/loading/screen-loader.ts'
import { LazyScreen } from '#src/ui/lazy-screen.tsx'
import { NextFrame, useFullContent } from '#src/ui/next-frame.tsx'
import { act, mount } from '#tests/kit/act.ts'

const due = new Map<number, () => void>()
let asked = 0

beforeEach(() => {
  due.clear()
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    asked += 1
    due.set(asked, run)
    return asked
  })
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => due.delete(frame))
})
async function put(content: ReactNode) {
  const { container, root } = mount()
  await act(async () => root.render(content))
  return { text: () => container.textContent, leave: () => act(async () => root.unmount()) }
}

const frame = () =>
  act(async () => {
    const runs = [...due.values()]
    due.clear()
    for (const run of runs) run()
  })

test('renders each part one frame after its surroundings', async () => {
  const screen = await put(
    <>
      one
      <NextFrame>
        , two
        <NextFrame>, three</NextFrame>
      </NextFrame>
    </>,
  )
  expect(screen.text()).toBe('one')
  await frame()
  expect(screen.text()).toBe('one, two')
  await frame()
  expect(screen.text()).toBe('one, two, three')
  expect(due.size).toBe(0)
})

test('cancels the frame when the screen unmounts', async () => {
  const screen = await put(<NextFrame>late</NextFrame>)
  await screen.leave()
  expect(due.size).toBe(0)
})

const Screen = () => (useFullContent() ? 'whole' : 'first part')
const load = async () => ({ default: Screen })
const lazy = (loader: ReturnType<typeof createScreenLoader>) => (
  <LazyScreen name="screen" load={load} loader={loader} onMissing={() => {}} />
)

test('renders a screen that had to load in two frames', async () => {
  const screen = await put(lazy(createScreenLoader({ after: () => () => {} })))
  expect(screen.text()).toBe('first part')
  await frame()
  expect(screen.text()).toBe('whole')
})

test('renders a loaded screen at once, so that its scroll position can be restored', async () => {
  const loader = createScreenLoader({ after: () => () => {} })
  await loader.load('screen', load)
  expect((await put(lazy(loader))).text()).toBe('whole')
})
