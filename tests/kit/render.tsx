// biome-ignore lint/style/noRestrictedImports: called with a synchronous function, it closes before it returns.
import { type ReactNode, act as syncAct } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { AppContext } from '#src/app-context.ts'
import { loadRest } from '#src/boot/routes.ts'
import { Layout } from '#src/ui/layout.tsx'
import { act as actWithoutFrames } from './act.ts'
import { fakeApp } from './fake-app.tsx'
import type { FakeState } from './fake-state.ts'
import { atTestEnd } from './test-end.ts'

/** Dates hold together by spaces that do not break, and some words are kept apart by one that has no width. */
export const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u200b', '')

// Clocks on a screen tick in the middle of a test if the machine is slow. React expects these updates inside act, too.
const every = globalThis.setInterval
Object.assign(globalThis, {
  setInterval: (run: () => void, ms: number) => every(() => void syncAct(run), ms),
})

const frames = new Map<number, () => void>()
let lastFrame = 0
const drawnByTest = {
  requestAnimationFrame(run: () => void) {
    lastFrame += 1
    frames.set(lastFrame, run)
    return lastFrame
  },
  cancelAnimationFrame: (frame: number) => frames.delete(frame),
}

/** Calls `begin` inside `act`, and runs the animation frames it requests: a phone draws them before anybody can read the screen. */
async function act(begin: () => unknown): Promise<void> {
  await actWithoutFrames(begin)
  while (frames.size > 0) {
    const due = [...frames.values()]
    frames.clear()
    await actWithoutFrames(async () => {
      for (const draw of due) draw()
    })
  }
}

type Place = { readonly path?: string; readonly route?: string }

/** A screen inside the layout, as a customer would have it, with ways to read and press it. */
export async function show(screen: ReactNode, state: Partial<FakeState> = {}, place: Place = {}) {
  await loadRest()
  // Who holds the time holds the frames, too.
  if (!vi.isFakeTimers()) {
    const { requestAnimationFrame, cancelAnimationFrame } = globalThis
    Object.assign(globalThis, drawnByTest)
    atTestEnd(async () => {
      frames.clear()
      Object.assign(globalThis, { requestAnimationFrame, cancelAnimationFrame })
    })
  }
  const app = fakeApp(state)
  const { hook, searchHook, history } = memoryLocation({ path: place.path ?? '/', record: true })
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  atTestEnd(async () => document.body.replaceChildren())
  atTestEnd(() => act(async () => root.unmount()))
  await act(async () => {
    root.render(
      <AppContext value={app}>
        <Router hook={hook} searchHook={searchHook}>
          <Layout>{place.route ? <Route path={place.route}>{screen}</Route> : screen}</Layout>
        </Router>
      </AppContext>,
    )
  })
  const all = <E extends Element>(selector: string) => [...container.querySelectorAll<E>(selector)]
  const named = (element: Element) =>
    plain(element.getAttribute('aria-label') ?? element.textContent ?? '')
      .replace(/\s+/g, ' ')
      .trim()
  const find = (selector: string, name: string) => {
    const found = all<HTMLElement>(selector).findLast(element => named(element) === name)
    if (found === undefined)
      throw new Error(`No ${selector} says ${name}. There are: ${all(selector).map(named).join(' | ')}`)
    return found
  }
  const field = (name: string) => {
    const found = container.querySelector<HTMLInputElement>(`[name="${name}"]`)
    if (found === null) throw new Error(`No field is named ${name}`)
    return found
  }
  return {
    app,
    container,
    /** Where the app is now, with its query. */
    path: () => history.at(-1),
    /** All that can be read, with plain spaces. */
    text: () => plain(container.textContent ?? ''),
    has: (selector: string, name: string) => all(selector).some(element => named(element) === name),
    field,
    /** What stands beside a field as its error. */
    errorOf(name: string): string | null {
      const ids = field(name).getAttribute('aria-describedby')?.split(' ') ?? []
      const error = ids.map(id => document.getElementById(id)).find(one => one?.id.endsWith('-error'))
      return field(name).getAttribute('aria-invalid') === 'true' ? plain(error?.textContent ?? '') : null
    },
    link: (name: string) => find('a', name).getAttribute('href'),
    press: (name: string) => act(async () => find('button, a, label', name).click()),
    /** Moves a slide, as its keys do. */
    async slide(value: string) {
      const input = container.querySelector<HTMLInputElement>('input[type="range"]')
      if (input === null) throw new Error('There is no slide')
      await act(async () => {
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, value)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      })
    },
    /** Takes the screen away, as another one does. */
    leave: () => act(async () => root.unmount()),
    /** Lets what was started come to its end. */
    settle: () => act(async () => new Promise(done => setTimeout(done, 20))),
    tick: (name: string) => act(async () => field(name).click()),
    async type(name: string, value: string) {
      const input = field(name)
      await act(async () => {
        const prototype = Object.getPrototypeOf(input) as object
        Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value)
        input.dispatchEvent(new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
      })
    },
  }
}
