import { type Signal, signal } from '@preact/signals-core'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Reward } from '#contract/schema/reward.ts'
import { earlyHome } from '#src/boot/home-shell.ts'
import { Root } from '#src/boot/root.tsx'
import { home } from '#src/boot/routes.ts'
import { createScreenLoader } from '#src/loading/screen-loader.ts'
import { Home as HomeModel } from '#src/state/home.ts'
import type { App, Phase, Resource } from '#src/state/types.ts'
import { act } from '#tests/kit/act.ts'
import { fakeApp } from '#tests/kit/fake-app.tsx'
import { CUSTOMER_ID, NOW, someReward } from '#tests/kit/fake-data.ts'
import { type FakeState, failed, loading, ready } from '#tests/kit/fake-state.ts'
import { atTestEnd } from '#tests/kit/test-end.ts'

const won = { ...someReward, luckyDraw: { ...someReward.luckyDraw, state: 'won' as const } }
const noRights = { ...someReward, rights: { total: 0, pending: 0, used: 0 } }

const settled = { kind: 'ready', customerId: CUSTOMER_ID, online: true } as const

let root: HTMLElement
let path: string
let onPath: (path: string) => void

beforeEach(() => {
  onDrawn.mockClear()
  path = '/'
  onPath = () => {}
  root = document.createElement('div')
  root.innerHTML = '<i>shell</i>'
  document.body.append(root)
})
afterEach(() => root.remove())

const onDrawn = vi.fn()

const navigation = {
  path: () => path,
  go(to: string) {
    path = to
    onPath(to)
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
  const early = earlyHome(app, navigation, root, onDrawn)
  atTestEnd(async () => early.stop())
  return { app, early }
}

/** A busy machine takes its time. */
const PATIENCE = { timeout: 10_000 }

/** The same, until all of home is there. */
async function draw(...how: Parameters<typeof begin>) {
  const begun = begin(...how)
  await vi.waitFor(() => expect(onDrawn).toHaveBeenCalled(), PATIENCE)
  return begun
}

const link = (href: string) => {
  const found = root.querySelector<HTMLElement>(`a[href="${href}"]`)
  if (found === null) throw new Error(`no link to ${href}`)
  return found
}

/** React takes over; every attribute is compared, as it does in development. */
async function takeOver(app: App): Promise<void> {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const recovered = vi.fn()
  const loader = createScreenLoader({ after: () => () => {} })
  await loader.load(home.name, home.load)
  await act(async () => {
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

describe('React takes over node for node what was drawn without it', () => {
  test.each<[string, Partial<FakeState>]>([
    ['everything', {}],
    ['nothing but the sign-in', { activity: loading, reward: loading, customer: loading, receipts: loading }],
    ['what failed', { reward: failed(), customer: failed(), activity: failed() }],
    ['a winner', { reward: ready(won) }],
    ['no rights yet, in the dark', { reward: ready(noRights), dark: true }],
    ['a picture at LINE', withPicture],
  ])('%s', async (_, state) => {
    pictureOf(40)
    const { app, early } = await draw(state)
    expect(early.drawn()).toBe(true)
    const before = [...root.querySelectorAll('*')]
    expect(before.length).toBeGreaterThan(40)
    await takeOver(app)
    expect(before.filter(node => !node.isConnected)).toEqual([])
  })
})

test('a picture that failed before React was there becomes an outline', async () => {
  pictureOf(0)
  const { app } = await draw(withPicture)
  expect(root.querySelector('img')).not.toBeNull()
  await takeOver(app)
  expect(root.querySelector('img')).toBeNull()
})

test('the link that somebody is on keeps the focus', async () => {
  const { app } = await draw()
  const answer = link('/answer')
  answer.focus()
  await takeOver(app)
  await act(async () => void (await new Promise(requestAnimationFrame)))
  expect(document.title).toContain('หน้าแรก')
  expect(document.activeElement).toBe(answer)
})

test('stands in the place of the loading screen while home is due, and gives it back', async () => {
  const phase: Signal<Phase> = signal({ kind: 'starting' })
  const { early } = begin({}, app => ({ ...app, session: { ...app.session, phase } }))
  expect(root.innerHTML).toBe('<i>shell</i>')
  expect(onDrawn).not.toHaveBeenCalled()
  phase.value = settled
  expect(early.drawn()).toBe(false)
  await vi.waitFor(() => expect(onDrawn).toHaveBeenCalled())
  expect(early.drawn()).toBe(true)
  expect(root.textContent).toContain('สวัสดีคุณมะลิ')
  expect(root.textContent).not.toContain('shell')
  phase.value = { kind: 'add-friend', url: 'https://line.me' }
  expect(early.drawn()).toBe(false)
  expect(root.innerHTML).toBe('<i>shell</i>')
})

test('what cannot be drawn is left to React', async () => {
  const reward: Signal<Resource<Reward | null>> = signal(loading)
  const { early } = await draw({}, app => ({ ...app, rewards: { ...app.rewards, current: reward } }))
  reward.value = ready({ ...someReward, luckyDraw: undefined } as unknown as Reward)
  expect(early.drawn()).toBe(false)
  expect(root.innerHTML).toBe('<i>shell</i>')
  reward.value = ready(someReward)
  expect(root.innerHTML).toBe('<i>shell</i>')
})

test('is not drawn at another address, nor in English, whose words come with React', () => {
  path = '/receipt'
  begin()
  expect(root.innerHTML).toBe('<i>shell</i>')
  path = '/'
  begin({ language: 'en' })
  expect(root.innerHTML).toBe('<i>shell</i>')
})

test('shows what arrives, on the same nodes', async () => {
  const reward: Signal<Resource<Reward | null>> = signal(loading)
  await draw({}, app => ({ ...app, rewards: { ...app.rewards, current: reward } }))
  expect(root.textContent).not.toContain('12 สิทธิ์')
  const send = link('/receipt')
  send.focus()
  reward.value = ready(someReward)
  expect(root.textContent).toContain('12 สิทธิ์')
  reward.value = ready(won)
  expect(link('/confirm').textContent).toContain('คุณได้รับบัตรคอนเสิร์ต!')
  reward.value = ready(someReward)
  expect(root.querySelector('a[href="/confirm"]')).toBeNull()
  expect(link('/receipt')).toBe(send)
  expect(document.activeElement).toBe(send)
})

test('asks once for what home shows', async () => {
  const prefetch = vi.fn()
  const reward: Signal<Resource<Reward | null>> = signal(loading)
  await draw({}, app => ({
    ...app,
    rewards: { ...app.rewards, current: reward },
    home: new HomeModel({ clock: { now: () => 0, after: () => () => {} } }, [
      { load: prefetch },
      { load: prefetch },
      { load: prefetch },
    ]),
  }))
  reward.value = ready(someReward)
  expect(prefetch).toHaveBeenCalledTimes(3)
})

test('follows its links, and leaves to the browser what is meant for it', async () => {
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
  expect(early.drawn()).toBe(false)
  navigation.go('/')
  expect(early.drawn()).toBe(true)
})

test('counts down until it is stopped, and then leaves the document alone', () => {
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
  phase.value = { kind: 'offline' }
  expect(time()).toBe(second)
  link('/answer').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  expect(path).toBe('/')
})
