import { createHash, randomBytes } from 'node:crypto'
import { createLiff } from '#emulator/mock/liff.ts'
import { createLiffMockHost } from '#emulator/mock/liff-mock-host.ts'
import { newPage, type Phone } from '#emulator/mock/phone.ts'
import { scenarioOf } from '#emulator/scenario/parse.ts'
import type { CaseSetup, ConformanceCase } from './cases.ts'
import type { Driver } from './driver.ts'
import { emulateLine } from './emulated-line.ts'
import type { Outcome, SeenError, SeenRequest } from './outcome.ts'
import { LIFF_ID, scenarioOfSetup } from './scenario-of-setup.ts'

/** An init that is to stay pending counts as that after so long, milliseconds. */
const PENDING_AFTER = 200
/** How long init may take on a busy machine. */
const INIT_LIMIT = 20_000
/** How long a call may take, and how long the cases wait that this driver cannot answer. */
const CALL_LIMIT = 2500
const PENDING = Symbol('pending')

type Settled = { readonly value: unknown } | { readonly error: SeenError } | typeof PENDING

/** The mock driver: no browser and no SDK, only the headless LIFF over liff-mock, on the same emulated LINE. */
export const mockDriver: Driver = {
  name: 'mock',
  async run(one, expect) {
    const { phone, requests, log } = await phoneOf(one)
    const { setup } = one
    const liff = createLiff(phone, createLiffMockHost(), () => ({
      scan: null,
      share: 'success',
      agree: async () => null,
    }))
    let init: Outcome['init'] = 'not called'
    if (setup.initCalled !== false) {
      const settled = await settle(
        liff.init({ liffId: LIFF_ID, ...setup.initOptions }),
        expect.init === '__pending__' ? PENDING_AFTER : INIT_LIMIT,
      )
      init = settled === PENDING ? '__pending__' : 'error' in settled ? settled : 'done'
    }
    let call: Outcome['call'] = 'not run'
    if (one.call !== '(init only)' && (init === 'done' || init === 'not called')) {
      const settled = await settle(runCall(one.call, liff, phone, log()), CALL_LIMIT)
      call = settled === PENDING ? { error: { name: 'Error', message: 'the call never settled' } } : settled
    }
    return {
      init,
      call,
      requests,
      log: log(),
      bridge: phone.recorded.bridge.map(([type, , , json]) => [type, json]),
      localKeys: setup.where === 'client' ? [] : [...phone.store.keys()],
      console: [],
    }
  },
}

/** The call's text as the body of an async function, in which `liff`, `__log` and the page's address are known. */
async function runCall(text: string, liff: unknown, phone: Phone, log: Outcome['log']): Promise<unknown> {
  const AsyncFunction = (async () => undefined).constructor as new (
    ...parts: string[]
  ) => (...known: readonly unknown[]) => Promise<unknown>
  const history = {
    replaceState(_: unknown, __: string, url: string) {
      phone.page().url = new URL(url, phone.page().url).href
    },
  }
  const call = new AsyncFunction('liff', '__log', 'location', 'history', text)
  return call(liff, log, new URL(phone.page().url), history)
}

async function settle(promise: Promise<unknown>, ms: number): Promise<Settled> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<typeof PENDING>(resolve => {
    timer = setTimeout(() => resolve(PENDING), ms)
  })
  const outcome = promise.then(
    value => ({ value }),
    (error: unknown) => ({ error: seen(error) }),
  )
  return Promise.race([outcome, late]).finally(() => clearTimeout(timer))
}

function seen(error: unknown): SeenError {
  const { name = 'Error', code, message = String(error) } = error as Partial<SeenError>
  return { name, message, ...(code === undefined ? {} : { code }) }
}

/** A phone in the state the case asks for, at the page it opens. */
async function phoneOf(one: ConformanceCase) {
  const { setup } = one
  const line = await emulateLine(one)
  const requests: SeenRequest[] = []
  const recorded: Phone['recorded'] = {
    navigations: [],
    windows: [],
    opened: [],
    bridge: [],
    closed: 0,
    alerts: [],
  }
  const page = newPage(line.launchUrl)
  const scenario = scenarioOf(scenarioOfSetup(one.id, setup))
  const store = new Map<string, unknown>()
  const expires = new Map<string, number>()
  const keep = (name: string, value: unknown) => store.set(`${LIFF_ID}:${name}`, value)
  if (line.kept) {
    const { accessToken, idToken, context } = line.kept
    keep('accessToken', accessToken)
    keep('context', context)
    keep('clientId', LIFF_ID.split('-')[0])
    if (idToken !== null) {
      keep('IDToken', idToken)
      keep('decodedIDToken', JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()))
    }
    if (!setup.noCookie) expires.set(LIFF_ID, Date.now() + 3_600_000)
  }
  for (const [name, value] of Object.entries(setup.store ?? {})) keep(name, value)
  const phone: Phone = {
    scenario: () => scenario,
    fetch: async (url, init) => {
      const body = typeof init?.body === 'string' ? init.body : null
      requests.push({ method: init?.method ?? 'GET', url, body })
      const response = await line.handle(new Request(url, init))
      if (response === null) throw new TypeError('Failed to fetch')
      return response
    },
    now: Date.now,
    random: length => createHash('sha256').update(randomBytes(16)).digest('hex').slice(0, length),
    page: () => page,
    store,
    expires,
    recorded,
    bridge: bridgeOf(setup),
  }
  const log = (): Outcome['log'] => ({
    nav: recorded.navigations,
    // Tokens and ids differ at every run: the log keeps the token's kind and the id's length.
    get bridge() {
      return recorded.bridge.map(([type, token, id, json]) => [
        type,
        token.slice(0, 3),
        id && `cb${id.length}`,
        json,
      ])
    },
    get open() {
      const closed = scenario.environment.kind === 'external' && recorded.closed > 0
      const target = scenario.environment.kind === 'liff' ? '' : '_blank'
      return [...recorded.opened.map(address => [address, target, '']), ...(closed ? ['window.close'] : [])]
    },
    alert: recorded.alerts,
    prompt: [],
    confirm: [],
  })
  return { phone, requests, log }
}

/** `window._liff` with the answers that the case gives. */
function bridgeOf(setup: CaseSetup): Phone['bridge'] {
  if (setup.where !== 'client' || setup.bridgeless) return null
  return async ([type, , callbackId]) => {
    const answer = setup.bridge?.[type]
    if (!answer) return null
    const { noCb, ...outcome } = answer
    return { type, ...(noCb ? {} : { callbackId }), ...outcome }
  }
}
