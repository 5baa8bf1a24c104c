// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Route, Router, Switch } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { screenRoutes, signedInRoutes } from '#src/boot/routes.ts'
import { act } from '#tests/kit/act.ts'

let box: HTMLElement
let unmount = () => {}

beforeEach(() => {
  box = document.createElement('div')
})
afterEach(() => act(() => unmount()))

async function routeAt(path: string) {
  const { hook } = memoryLocation({ path })
  const root = createRoot(box)
  unmount = () => root.unmount()
  await act(() =>
    root.render(
      <Router hook={hook}>
        <Switch>
          {screenRoutes.map(({ name, path: pattern }) => (
            <Route key={name} {...(pattern === null ? {} : { path: pattern })}>
              {name}
            </Route>
          ))}
        </Switch>
      </Router>,
    ),
  )
  return screenRoutes.find(({ name }) => name === box.textContent)
}

test.each([
  ['/', 'home', 'signed-in'],
  ['/answer', 'answer', 'signed-in'],
  ['/Continue', 'continue', 'signed-in'],
  ['/continue', 'continue', 'signed-in'],
  ['/receipt/0190b6a0-0000-7000-8000-000000000001', 'updateReceipt', 'readable'],
  ['/receipt/0190b6a0-0000-7000-8000-000000000001/edit', 'correctReceipt', 'readable'],
  ['/receipt', 'receipt', 'signed-in'],
  ['/receipt/', 'receipt', 'signed-in'],
  ['/profile', 'profile', 'signed-in'],
  ['/updateProfile', 'updateProfile', 'signed-in'],
  ['/receiptHistory', 'receiptHistory', 'readable'],
  ['/answerHistory', 'answerHistory', 'signed-in'],
  ['/entries', 'entries', 'readable'],
  ['/register', 'register', 'register'],
  ['/watingAnouncer', 'waitingAnnouncer', 'open'],
  ['/thanks', 'thanks', 'open'],
  ['/comingsoon', 'comingSoon', 'open'],
  ['/qrcode', 'qrCode', 'open'],
  ['/confirm', 'confirm', 'open'],
  ['/endCampaign', 'endCampaign', 'open'],
  ['/help', 'help', 'open'],
  ['/nowhere', 'notFound', 'open'],
  ['/receipt/7/8', 'notFound', 'open'],
  ['/%E0%A4%A', 'notFound', 'open'],
])('%s is the screen %s', async (path, name, guard) =>
  expect(await routeAt(path)).toMatchObject({ name, guard }),
)

test('requires sign-in for / and its subpaths only', () => {
  const guarded = screenRoutes.filter(({ guard }) => guard === 'signed-in' || guard === 'readable')
  expect(guarded).toEqual(signedInRoutes)
})

test('every route has a screen', async () => {
  for (const route of screenRoutes) expect(typeof (await route.load()).default).toBe('function')
})

test('Continue and answer share one screen', async () => {
  const [answer, again] = ['answer', 'continue'].map(name => screenRoutes.find(route => route.name === name))
  expect((await answer?.load())?.default).toBe((await again?.load())?.default)
})
