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

/** Returns the name of the route for a URL. */
async function nameAt(path: string): Promise<string | null> {
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
  return box.textContent
}

test.each([
  ['/', 'home'],
  ['/answer', 'answer'],
  ['/Continue', 'continue'],
  ['/continue', 'continue'],
  ['/receipt/0190b6a0-0000-7000-8000-000000000001', 'updateReceipt'],
  ['/receipt/0190b6a0-0000-7000-8000-000000000001/edit', 'correctReceipt'],
  ['/receipt', 'receipt'],
  ['/receipt/', 'receipt'],
  ['/profile', 'profile'],
  ['/updateProfile', 'updateProfile'],
  ['/receiptHistory', 'receiptHistory'],
  ['/answerHistory', 'answerHistory'],
  ['/entries', 'entries'],
  ['/register', 'register'],
  ['/watingAnouncer', 'waitingAnnouncer'],
  ['/thanks', 'thanks'],
  ['/comingsoon', 'comingSoon'],
  ['/qrcode', 'qrCode'],
  ['/confirm', 'confirm'],
  ['/endCampaign', 'endCampaign'],
  ['/help', 'help'],
  ['/nowhere', 'notFound'],
  ['/receipt/7/8', 'notFound'],
  ['/%E0%A4%A', 'notFound'],
])('%s is the screen %s', async (path, name) => expect(await nameAt(path)).toBe(name))

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
