import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { Root } from '#src/boot/root.tsx'
import { loadRest } from '#src/boot/routes.ts'
import { landingTexts } from '#src/i18n/th/landing.ts'
import { createScreenLoader } from '#src/loading/screen-loader.ts'
import { type AppPage, customerPhone, type Phone } from '#tests/kit/customer-phone.ts'
import { agreed } from '#tests/kit/fake-data.ts'
import { passSeconds } from '#tests/kit/in-time.ts'
import { plain } from '#tests/kit/render.tsx'
import { atTestEnd } from '#tests/kit/test-end.ts'

/** The phone of a new customer, who has the landing or the form open while LINE or the server gives no answer. */
let phone: Phone

// Answers from the server and from LINE re-render the app at any time, outside React's `act`.
beforeEach(() => {
  const acting = (environment: boolean) =>
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: environment })
  acting(false)
  const errors = vi.spyOn(console, 'error').mockReturnValue(undefined)
  atTestEnd(async () => {
    errors.mockClear()
    history.replaceState(null, '', '/')
    acting(true)
  })
})

const soon = <T,>(check: () => T) => vi.waitFor(check, { timeout: 15_000, interval: 10 })
const FRIENDSHIP = { host: 'api.line.me', path: '/friendship/v1/status' }

/** Opens the app as a new customer, and shows /register once the server has answered. */
async function joining(faults: readonly object[], step: string, prepare = (_app: AppPage['app']) => {}) {
  await loadRest()
  phone = await customerPhone('friend')
  phone.headless.patch({ faults })
  const page = phone.load()
  await soon(() => expect(page.app.session.phase.value.kind).toBe('register'))
  prepare(page.app)
  history.replaceState(null, '', `/register${step}`)
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  atTestEnd(async () => {
    root.unmount()
    container.remove()
  })
  const loader = createScreenLoader({ after: () => () => {} })
  root.render(<Root app={page.app} page={{ loader, onMissing: () => {} }} />)
  return { page, container }
}

const pass = (page: AppPage, seconds: number) => passSeconds(page, seconds, () => phone.isServing())

const form = {
  firstName: 'สมหญิง',
  lastName: 'ใจดี',
  phone: '0812345678',
  birthDate: '1990-05-17',
  consentTerms: 'true',
  consentPrivacy: 'true',
} as const

const KEYS = { host: 'api.line.me', path: '/oauth2/v2.1/verify' }
const silences = [
  ['the friendship check hangs', { ...FRIENDSHIP, hang: true }, 40],
  ['the friendship check is lost for two seconds', { ...FRIENDSHIP, drop: 'before' }, 2],
  ['the friendship check is lost', { ...FRIENDSHIP, drop: 'before' }, 40],
  ['the friendship check answers 503', { ...FRIENDSHIP, status: 503 }, 40],
  ['LINE’s keys answer 503', { ...KEYS, status: 503 }, 40],
  ['LINE’s keys are lost for two seconds', { ...KEYS, drop: 'before' }, 2],
  ['LINE’s keys are lost', { ...KEYS, drop: 'before' }, 40],
] as const

/** Types into a field like a customer, so that React notices the change. */
function type(field: HTMLInputElement, text: string) {
  field.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

test.each(silences)(
  '%s: the form stays as it is, with the focus and the typed name, and can be sent afterwards',
  async (_, fault, seconds) => {
    const { page, container } = await joining([fault], '?step=data', app =>
      app.drafts.write('register', agreed),
    )
    const field = await soon(() => {
      const found = container.querySelector<HTMLInputElement>('input[autocomplete="given-name"]')
      if (found === null) throw new Error('no form yet')
      return found
    })
    type(field, form.firstName)
    const expectAsTyped = () => {
      expect(page.app.session.phase.value.kind).toBe('register')
      expect(document.activeElement).toBe(field)
      expect(field.value).toBe(form.firstName)
    }
    await pass(page, seconds)
    expectAsTyped()
    phone.headless.patch({ faults: [] })
    // After several failures, the server stops asking LINE for a while.
    await pass(page, 60)
    expectAsTyped()
    const reply = page.app.session.register(form)
    let isOver = false
    void reply.finally(() => {
      isOver = true
    })
    while (!isOver) await pass(page, 1)
    expect(await reply).toMatchObject({ ok: true })
    expect(page.app.session.phase.value).toMatchObject({ kind: 'ready', online: true })
  },
)

test.each(silences)(
  '%s: the landing stays as it is, with the focus, also afterwards',
  async (_, fault, seconds) => {
    const { page, container } = await joining([fault], '')
    const join = await soon(() => {
      const found = [...container.querySelectorAll('button')].find(
        ({ textContent }) => plain(textContent ?? '') === plain(landingTexts['landing.join']),
      )
      if (found === undefined) throw new Error('no landing yet')
      return found
    })
    join.focus()
    await pass(page, seconds)
    expect(document.activeElement).toBe(join)
    phone.headless.patch({ faults: [] })
    await pass(page, 60)
    expect(document.activeElement).toBe(join)
  },
)

test('a form that is sent while LINE gives no answer says so, and registers no customer', async () => {
  const { page } = await joining([{ host: 'api.line.me', path: '/oauth2/v2.1/verify', status: 503 }], '')
  await pass(page, 40)
  const reply = page.app.session.register(form)
  let isOver = false
  void reply.finally(() => {
    isOver = true
  })
  while (!isOver) await pass(page, 1)
  expect(await reply).toMatchObject({ ok: false, failure: { code: 'LINE_UNAVAILABLE' } })
  const customers = await phone.server.db.selectFrom('customer').select('status').execute()
  expect(customers.filter(({ status }) => status === 'registered')).toEqual([])
})
