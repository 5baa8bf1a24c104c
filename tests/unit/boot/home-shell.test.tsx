// @vitest-environment happy-dom
import { type Signal, signal } from '@preact/signals-core'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Reward } from '#contract/schema/reward.ts'
import { startHomeShell } from '#src/boot/home-shell/home-shell.ts'
import { Root } from '#src/boot/root.tsx'
import { shellRoutes } from '#src/boot/routes.ts'
import { loadTexts } from '#src/i18n/text.ts'
import { createScreenLoader } from '#src/loading/screen-loader.ts'
import { Home as HomeModel } from '#src/state/home.ts'
import type { App, Phase, Resource } from '#src/state/types.ts'
import { act } from '#tests/kit/act.ts'
import { fakeApp } from '#tests/kit/fake-app.tsx'
import { CUSTOMER_ID, NOW, openActivity, someReward } from '#tests/kit/fake-data.ts'
import { type FakeState, failed, loading, ready } from '#tests/kit/fake-state.ts'
import { soon } from '#tests/kit/in-time.ts'
import { replaced } from '#tests/kit/replaced-nodes.ts'
import { atTestEnd } from '#tests/kit/test-end.ts'

const won = { ...someReward, luckyDraw: { ...someReward.luckyDraw, state: 'won' as const } }
const noEntries = { ...someReward, rights: { total: 0, pending: 0, used: 0 } }

const settled = { kind: 'ready', customerId: CUSTOMER_ID, online: true } as const

let root: HTMLElement
let path: string
let search: string
let onPath: (path: string) => void

beforeEach(() => {
  onDrawn.mockClear()
  path = '/'
  search = ''
  onPath = () => {}
  history.replaceState(null, '', '/')
  root = document.createElement('div')
  root.innerHTML = '<i>shell</i>'
  document.body.append(root)
})
afterEach(() => root.remove())

const onDrawn = vi.fn()

const navigation = {
  path: () => path,
  search: () => search,
  go(to: string) {
    const from = path
    ;[path = '', search = ''] = to.split('?')
    // A change of the query alone is not reported.
    if (path !== from) onPath(path)
  },
  onChange(run: (path: string) => void) {
    onPath = run
    return () => {
      onPath = () => {}
    }
  },
}

function begin(state: Partial<FakeState> = {}, change: (app: App) => App = app => app) {
  const app = change(fakeApp(state))
  const early = startHomeShell({ app, navigation, root, onRendered: onDrawn })
  atTestEnd(async () => early.stop())
  return { app, early }
}

/** Starts the home shell and waits until home has rendered. Loading can take seconds on a busy machine. */
async function draw(...how: Parameters<typeof begin>) {
  const begun = begin(...how)
  await vi.waitFor(() => expect(onDrawn).toHaveBeenCalled(), { timeout: 10_000 })
  return begun
}

function drawLanding(state: Partial<FakeState> = {}) {
  path = '/register'
  history.replaceState(null, '', path)
  return draw({ phase: { kind: 'register' }, ...state })
}

const link = (href: string) => {
  const found = root.querySelector<HTMLElement>(`a[href="${href}"]`)
  if (found === null) throw new Error(`Found no link to ${href}`)
  return found
}

/** Stops the shell, as the app does, and hydrates the screen. React in development compares every attribute. */
async function takeOver({ app, early }: ReturnType<typeof begin>, screen: 'home' | 'landing' = 'home') {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const recovered = vi.fn()
  const loader = createScreenLoader({ after: () => () => {} })
  const { name, load } = shellRoutes[screen]
  await loader.load(name, load)
  await act(async () => {
    early.stop()
    const react = hydrateRoot(root, <Root app={app} page={{ loader, onMissing: () => {} }} />, {
      onRecoverableError: recovered,
    })
    atTestEnd(() => act(async () => react.unmount()))
  })
  expect(recovered).not.toHaveBeenCalled()
  expect(errors.mock.calls).toEqual([])
}

const withPicture = { profile: { userId: 'U1', displayName: 'มะลิ', pictureUrl: '/me.png' } }
const pictureOf = (width: number) =>
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(width)

describe('React hydrates every node of the home shell', () => {
  test.each<[string, Partial<FakeState>]>([
    ['everything', {}],
    [
      'only the sign-in has finished',
      { activity: loading, reward: loading, customer: loading, receipts: loading },
    ],
    ['all loading failed', { reward: failed(), customer: failed(), activity: failed() }],
    ['a winner', { reward: ready(won) }],
    ['no entries yet, dark theme', { reward: ready(noEntries), dark: true }],
    ['a LINE profile picture', withPicture],
  ])('%s', async (_, state) => {
    pictureOf(40)
    const begun = await draw(state)
    expect(begun.early.rendered()).toBe('home')
    const before = [...root.querySelectorAll('*')]
    expect(before.length).toBeGreaterThan(40)
    await takeOver(begun)
    expect(replaced(before)).toEqual([])
  })
})

describe('React hydrates every node of the landing', () => {
  test.each<[string, Partial<FakeState>]>([
    ['everything', {}],
    ['the activity is not known', { activity: loading }],
    ['after the close', { activity: ready({ ...openActivity, closesAt: '2020-01-01T00:00:00+07:00' }) }],
    ['dark theme, English', { dark: true, language: 'en' }],
  ])('%s', async (_, state) => {
    await loadTexts('en')
    const begun = await drawLanding(state)
    expect(begun.early.rendered()).toBe('landing')
    const before = [...root.querySelectorAll('*')]
    expect(before.length).toBeGreaterThan(10)
    await takeOver(begun, 'landing')
    expect(replaced(before)).toEqual([])
  })
})

test('the landing’s button opens the form and keeps the query', async () => {
  const { early } = await drawLanding()
  const press = () => root.querySelector('button')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  search = 'redirect=%2Freceipt&logstate=poster'
  press()
  expect(path).toBe('/register')
  expect(search).toBe('redirect=%2Freceipt&logstate=poster&step=terms')
  // The loading screen stays until React renders the form.
  expect(early.rendered()).toBeNull()
  expect(root.innerHTML).toBe('<i>shell</i>')
})

test('a picture that failed to load before React started becomes an outline', async () => {
  pictureOf(0)
  const begun = await draw(withPicture)
  expect(root.querySelector('img')).not.toBeNull()
  await takeOver(begun)
  expect(root.querySelector('img')).toBeNull()
})

// `#main` is the link that skips to the screen. The first press of Tab reaches it.
test.each(['/answer', '#main'])('a focused link keeps the focus during hydration: %s', async href => {
  const begun = await draw()
  const focused = link(href)
  focused.focus()
  await takeOver(begun)
  await act(async () => void (await new Promise(requestAnimationFrame)))
  expect(document.title).toContain('หน้าแรก')
  expect(document.activeElement).toBe(focused)
})

test('replaces the loading screen while home is due, and restores it afterwards', async () => {
  const phase: Signal<Phase> = signal({ kind: 'starting' })
  const { early } = begin({}, app => ({ ...app, session: { ...app.session, phase } }))
  expect(root.innerHTML).toBe('<i>shell</i>')
  expect(onDrawn).not.toHaveBeenCalled()
  phase.value = settled
  expect(early.rendered()).toBeNull()
  await soon(() => expect(onDrawn).toHaveBeenCalled())
  expect(early.rendered()).toBe('home')
  expect(root.textContent).toContain('สวัสดีคุณมะลิ')
  expect(root.textContent).not.toContain('shell')
  phase.value = { kind: 'add-friend', url: 'https://line.me', last: null }
  expect(early.rendered()).toBeNull()
  expect(root.innerHTML).toBe('<i>shell</i>')
})

test('leaves a view that throws to React', async () => {
  const reward: Signal<Resource<Reward | null>> = signal(loading)
  const { early } = await draw({}, app => ({ ...app, rewards: { ...app.rewards, current: reward } }))
  const broken = Object.defineProperty({ ...someReward }, 'rights', {
    get() {
      throw new Error('broken')
    },
  })
  reward.value = ready<Reward>(broken)
  expect(early.rendered()).toBeNull()
  expect(root.innerHTML).toBe('<i>shell</i>')
  reward.value = ready(someReward)
  expect(root.innerHTML).toBe('<i>shell</i>')
})

test('does not render on other paths', () => {
  path = '/receipt'
  begin()
  expect(root.innerHTML).toBe('<i>shell</i>')
})

test('renders in the customer’s language once its texts have loaded, and React hydrates them', async () => {
  const begun = await draw({ language: 'en' })
  await loadTexts('en')
  expect(root.textContent).toContain('Send a receipt')
  expect(document.documentElement.lang).toBe('en')
  const before = [...root.querySelectorAll('*')]
  await takeOver(begun)
  expect(replaced(before)).toEqual([])
})

test('updates the existing nodes when data arrives', async () => {
  const reward: Signal<Resource<Reward | null>> = signal(loading)
  await draw({}, app => ({ ...app, rewards: { ...app.rewards, current: reward } }))
  expect(root.textContent).not.toContain('12 สิทธิ์')
  const send = link('/receipt')
  send.focus()
  reward.value = ready(someReward)
  expect(root.textContent).toContain('12 สิทธิ์')
  reward.value = ready(won)
  expect(link('/confirm').textContent).toContain('คุณได้รับรางวัล!')
  reward.value = ready(someReward)
  expect(root.querySelector('a[href="/confirm"]')).toBeNull()
  expect(link('/receipt')).toBe(send)
  expect(document.activeElement).toBe(send)
})

test('prefetches the data of home once', async () => {
  const prefetch = vi.fn()
  const reward: Signal<Resource<Reward | null>> = signal(loading)
  await draw({}, app => ({
    ...app,
    rewards: { ...app.rewards, current: reward },
    home: new HomeModel(
      { clock: { now: () => 0, after: () => () => {} } },
      {
        customer: { load: prefetch, current: signal(loading) },
        rewards: { load: prefetch, current: reward },
        receipts: { load: prefetch, history: signal(loading) },
      },
      () => null,
    ),
  }))
  reward.value = ready(someReward)
  expect(prefetch).toHaveBeenCalledTimes(3)
})

test('handles plain clicks on its links and leaves modified clicks to the browser', async () => {
  const press = (modifiers: MouseEventInit = {}) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...modifiers })
    link('/answer').dispatchEvent(event)
    return event.defaultPrevented
  }
  const { early } = await draw()
  expect(press({ ctrlKey: true })).toBe(false)
  expect(press({ button: 1 })).toBe(false)
  expect(path).toBe('/')
  expect(press()).toBe(true)
  expect(path).toBe('/answer')
  expect(early.rendered()).toBeNull()
  navigation.go('/')
  expect(early.rendered()).toBe('home')
})

test('counts down until it is stopped and does not change the document afterwards', () => {
  vi.useFakeTimers()
  let now = NOW
  const phase: Signal<Phase> = signal(settled)
  const { early } = begin({ now: () => now }, app => ({ ...app, session: { ...app.session, phase } }))
  vi.advanceTimersByTime(100)
  expect(onDrawn).toHaveBeenCalled()
  const time = () => root.querySelector('[role="timer"]')?.textContent
  const first = time()
  now += 1000
  vi.advanceTimersByTime(1000)
  const second = time()
  expect(second).not.toBe(first)
  early.stop()
  now += 1000
  vi.advanceTimersByTime(5000)
  phase.value = { kind: 'pending' }
  expect(time()).toBe(second)
  link('/answer').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  expect(path).toBe('/')
})
