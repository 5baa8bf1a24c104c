import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import type { Role } from '#contract/desk/roles.ts'
import { createClient } from '#desk/api/client.ts'
import { useMe } from '#desk/api/use-desk.ts'
import { App } from '#desk/app.tsx'
import { pages } from '#desk/pages.ts'
import { TextsProvider } from '#desk/texts/use-texts.tsx'
import { testDesk } from './desk.ts'
import { networkOf } from './desk-network.ts'
import { fakePasskeys } from './fake-passkeys.ts'
import { testServer } from './server.ts'
import { atTestEnd } from './test-end.ts'

const ORIGIN = 'https://localhost'
const realSetImmediate = setImmediate

type Desk = Awaited<ReturnType<typeof testDesk>>
type Browser = ReturnType<Desk['browser']>
/** Changes the network before the page opens. */
type Prepare = (network: ReturnType<typeof networkOf>) => void

/** Creates a new campaign with the real desk. */
export async function deskWorld() {
  const server = await testServer({ dialect: 'sqlite' })
  const desk = await testDesk(server, { origin: ORIGIN })

  const browserOf = (who: Role | Browser) => (typeof who === 'string' ? desk.join(who) : who)
  /** Opens the desk at a path, either for a new person with this role or in an existing person's browser. */
  const open = async (path: string, who: Role | Browser, prepare?: Prepare) =>
    showDesk(path, await browserOf(who), <App />, prepare)
  /** Opens a page of the desk without the surrounding frame, which halves the rendering time. */
  const openPage = async (path: string, who: Role | Browser) =>
    showDesk(path, await browserOf(who), <Page path={path} />)

  const { db, clock } = server
  const { join, browser, invite, deps } = desk
  return { server, db, clock, join, browser, invite, work: deps.work, open, openPage }
}

export type DeskWorld = Awaited<ReturnType<typeof deskWorld>>
export type DeskPage = Awaited<ReturnType<DeskWorld['open']>>

/** Runs due timers, promises and the server's own work once. */
async function turn(): Promise<void> {
  // If a timer sets a timeout of 0, fake timers run that timeout one millisecond later.
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(1)
  else await new Promise(done => setTimeout(done))
  await new Promise(done => realSetImmediate(done))
}

/** Waits for the microtasks in which React renders the changes that an event caused. */
async function microtasks(): Promise<void> {
  for (let count = 0; count < 10; count++) await Promise.resolve()
}

/** Returns the text of an element, except in the tags in `skipped`. Mantine adds style elements to the page. */
function textIn(element: Element, skipped: readonly string[] = ['STYLE', 'SCRIPT']): string {
  let text = ''
  for (const child of element.childNodes)
    if (child instanceof Element) text += skipped.includes(child.tagName) ? '' : textIn(child, skipped)
    else text += child.textContent ?? ''
  return text.replaceAll('\u00a0', ' ')
}

const nameOf = (element: Element): string =>
  element.getAttribute('aria-label') ?? textIn(element, ['STYLE', 'KBD']).replace(/\s+/g, ' ').trim()

/**
 * Renders a page of the desk. Like the frame, it waits until the signed-in person is known and the page's code is
 * loaded.
 */
function Page({ path }: { readonly path: string }) {
  const { data } = useMe()
  const page = pages.find(one => path.startsWith(one.path))
  const loading = <p role="status" />
  return <main>{data && page ? <Suspense fallback={loading}>{<page.component />}</Suspense> : loading}</main>
}

async function showDesk(path: string, browser: Browser, content: ReactNode, prepare?: Prepare) {
  const network = networkOf(browser, ORIGIN)
  prepare?.(network)
  const { fetch } = globalThis
  // React must render by itself, as in a browser. In `act`, it would not render between a response and the next click.
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
  const { IS_REACT_ACT_ENVIRONMENT: wasAct = false } = environment
  environment.IS_REACT_ACT_ENVIRONMENT = false
  Object.assign(globalThis, { fetch: network.fetch })
  // Happy DOM lacks `document.fonts`. A text area that grows listens to it, to measure its text again after a font
  // loads.
  if (!document.fonts) Object.assign(document, { fonts: new EventTarget() })
  const passkey = fakePasskeys(browser.authenticator)
  localStorage.setItem('language', 'en')
  history.replaceState(null, '', path)
  const client = createClient()
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  let isLeft = false

  /**
   * Returns false while a call is in progress, or while a page's code is loading and the shell shows a spinner instead.
   */
  const isIdle = () => network.isIdle() && document.querySelector('main > [role="status"]') === null

  /** Waits until the page and the server have nothing left to do. Does not wait for held responses. */
  async function settle(): Promise<void> {
    // After a response, the cache, React's render and its effects each take a turn before the next call is made.
    for (let quiet = 0; quiet < 5; quiet = isIdle() ? quiet + 1 : 0) await turn()
  }
  async function leave(): Promise<void> {
    if (isLeft) return
    isLeft = true
    root.unmount()
    await settle()
    client.clear()
  }
  atTestEnd(async () => {
    await leave()
    Object.assign(globalThis, { fetch, IS_REACT_ACT_ENVIRONMENT: wasAct })
    document.body.replaceChildren()
    localStorage.clear()
    history.replaceState(null, '', '/')
  })

  root.render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <TextsProvider>{content}</TextsProvider>
      </MantineProvider>
    </QueryClientProvider>,
  )
  await settle()

  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
  const find = (selector: string, name: string): HTMLElement => {
    const found = all(selector).findLast(element => nameOf(element) === name)
    if (!found)
      throw new Error(`No ${selector} has the name ${name}. Found: ${all(selector).map(nameOf).join(' | ')}`)
    return found
  }
  const button = (name: string) => find('button, a, [role="option"], [role="menuitem"]', name)
  const field = (label: string) => {
    const found = all('label').findLast(one => nameOf(one).replace(/ \*$/, '') === label)
    const id = found?.getAttribute('for') ?? ''
    const control =
      document.getElementById(id) ??
      all('input, textarea').find(one => one.getAttribute('aria-label') === label)
    if (!control)
      throw new Error(`No field has the label ${label}. Found: ${all('label').map(nameOf).join(' | ')}`)
    return control as HTMLInputElement
  }

  /**
   * Presses a key, by default on the focused element, without waiting for the page to settle. Enter on a button clicks
   * it.
   */
  async function key(name: string, init: KeyboardEventInit & { readonly on?: Element } = {}) {
    const { on, ...more } = init
    const target = on ?? document.activeElement ?? document.body
    const code = /^[a-z]$/i.test(name)
      ? `Key${name.toUpperCase()}`
      : /^\d$/.test(name)
        ? `Digit${name}`
        : name
    const event = new KeyboardEvent('keydown', { key: name, code, bubbles: true, cancelable: true, ...more })
    target.dispatchEvent(event)
    const isButton = target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement
    if (name === 'Enter' && isButton && !event.defaultPrevented) target.click()
    await microtasks()
    return event
  }

  return {
    client,
    network,
    passkey,
    browser,
    settle,
    leave,
    key,
    button,
    field,
    text: () => textIn(document.body),
    path: () => location.pathname,
    alerts: () => all('[role="alert"]').map(nameOf),
    dialogs: () => all('[role="dialog"]'),
    has: (selector: string, name: string) => all(selector).some(element => nameOf(element) === name),
    isDisabled: (name: string) => (button(name) as HTMLButtonElement).disabled,
    async click(name: string) {
      button(name).click()
      await microtasks()
    },
    async press(name: string) {
      button(name).click()
      await settle()
    },
    async pressKey(name: string, init: KeyboardEventInit & { readonly on?: Element } = {}) {
      await key(name, init)
      await settle()
    },
    async type(label: string, value: string) {
      const input = field(label)
      const prototype = Object.getPrototypeOf(input) as object
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value)
      input.dispatchEvent(new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
      await settle()
    },
    async tick(label: string) {
      field(label).click()
      await settle()
    },
    async choose(label: string, option: string) {
      field(label).click()
      await settle()
      find('[role="option"]', option).click()
      await settle()
    },
    async chooseFile(file: File) {
      const input = document.querySelector<HTMLInputElement>('input[type="file"]')
      if (!input) throw new Error('The page has no file input')
      Object.defineProperty(input, 'files', { configurable: true, value: [file] })
      input.dispatchEvent(new Event('change', { bubbles: true }))
    },
    async comeBack() {
      window.dispatchEvent(new Event('visibilitychange'))
      await settle()
    },
    /** Advances the browser's clock. Requires fake timers. */
    async pass(ms: number) {
      await vi.advanceTimersByTimeAsync(ms)
      await settle()
    },
  }
}
