// biome-ignore lint/style/noRestrictedImports: with a synchronous callback, React's `act` ends before it returns.
import { type ReactNode, act as syncAct } from 'react'
import { vi } from 'vitest'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { AppContext } from '#src/app-context.ts'
import { loadRest } from '#src/boot/routes.ts'
import type { App } from '#src/state/types.ts'
import { Layout } from '#src/ui/layout.tsx'
import { act as actWithoutFrames, mount } from './act.ts'
import { fakeApp } from './fake-app.tsx'
import type { FakeState } from './fake-state.ts'
import { testFrames } from './frames.ts'
import { atTestEnd } from './test-end.ts'

/** Replaces no-break spaces (used in dates) with plain ones, and removes the characters that control breaks in Thai. */
export const plain = (text: string) => text.replaceAll('\u00a0', ' ').replace(/[\u200b\u2060]/g, '')

// On a slow machine, clocks on a screen tick in the middle of a test. React expects even these updates inside `act`.
const every = globalThis.setInterval
Object.assign(globalThis, {
  setInterval: (run: () => void, ms: number) => every(() => void syncAct(run), ms),
})

const frames = testFrames(actWithoutFrames)

/** Calls `begin` inside `act` and runs the animation frames it requests, as a phone would. */
async function act(begin: () => unknown): Promise<void> {
  await actWithoutFrames(begin)
  await frames.draw()
}

type Place = {
  readonly path?: string
  readonly route?: string
  readonly models?: Partial<App>
}

/** Renders a screen inside the layout and returns functions to read it and to interact with it. */
export async function show(screen: ReactNode, state: Partial<FakeState> = {}, place: Place = {}) {
  await loadRest()
  // Fake timers also control animation frames.
  if (!vi.isFakeTimers()) {
    const { requestAnimationFrame, cancelAnimationFrame } = globalThis
    Object.assign(globalThis, frames.globals)
    atTestEnd(async () => {
      frames.clear()
      Object.assign(globalThis, { requestAnimationFrame, cancelAnimationFrame })
    })
  }
  const app = { ...fakeApp(state), ...place.models }
  const { hook, searchHook, history } = memoryLocation({ path: place.path ?? '/', record: true })
  atTestEnd(async () => document.body.replaceChildren())
  const { container, root } = mount()
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
      throw new Error(`No ${selector} has the name ${name}. Found: ${all(selector).map(named).join(' | ')}`)
    return found
  }
  const field = (name: string) => {
    const found = container.querySelector<HTMLInputElement>(`[name="${name}"]`)
    if (found === null) throw new Error(`Found no field named ${name}`)
    return found
  }
  return {
    app,
    container,
    path: () => history.at(-1),
    /** Returns the screen's text with plain spaces. */
    text: () => plain(container.textContent ?? ''),
    has: (selector: string, name: string) => all(selector).some(element => named(element) === name),
    field,
    /** Returns the error message of a field, or null if the field is valid. */
    errorOf(name: string): string | null {
      const ids = field(name).getAttribute('aria-describedby')?.split(' ') ?? []
      const error = ids.map(id => document.getElementById(id)).find(one => one?.id.endsWith('-error'))
      return field(name).getAttribute('aria-invalid') === 'true' ? plain(error?.textContent ?? '') : null
    },
    link: (name: string) => find('a', name).getAttribute('href'),
    press: (name: string) => act(async () => find('button, a, label', name).click()),
    /** Moves the slider to a value from 0 to 100. */
    async slide(value: string) {
      const input = container.querySelector<HTMLInputElement>('input[type="range"]')
      if (input === null) throw new Error('The screen has no slide')
      await act(async () => {
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, value)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      })
    },
    act,
    /** Unmounts the screen, as when the customer opens a different screen. */
    leave: () => act(async () => root.unmount()),
    /** Gives pending work 20 ms to finish. */
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
