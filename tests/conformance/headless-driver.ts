import { createHash, randomBytes } from 'node:crypto'
import { createLiff } from '#emulator/headless/liff.ts'
import { leavePage, newPage } from '#emulator/headless/page-state.ts'
import { ExpiryCookies, SdkStore } from '#emulator/headless/page-storage.ts'
import { emptyRecord, type Phone } from '#emulator/headless/phone.ts'
import { parseScenarioOrThrow } from '#emulator/scenario/parse.ts'
import type { CaseSetup, ConformanceCase } from './cases.ts'
import type { Driver } from './driver.ts'
import { emulateLine } from './emulated-line.ts'
import { openHeadlessPage } from './headless-page.ts'
import type { Outcome, SeenError, SeenRequest } from './outcome.ts'
import { LIFF_ID, scenarioFromSetup } from './scenario-from-setup.ts'

/** How long the driver watches an init that should stay pending, in milliseconds. */
const PENDING_AFTER = 200
/** Time limit of init on a busy machine, in milliseconds. */
const INIT_LIMIT = 20_000
/**
 * Time limit of a call, in milliseconds. Calls that this driver does not support often wait until it expires.
 */
const CALL_LIMIT = 2500
const PENDING = Symbol('pending')

type Settled = { readonly value: unknown } | { readonly error: SeenError } | typeof PENDING

/** The headless driver: runs cases without a browser and without the SDK, on the same emulated LINE. */
export const headlessDriver: Driver = {
  name: 'headless',
  async run(one, expect) {
    const { phone, page, requests, log } = await phoneOf(one)
    const { setup } = one
    const liff = createLiff(phone, () => ({
      // No user acts on LINE's screens here, so only LINE's own responses close them.
      scan: null,
      share: null,
      quickFill: null,
      agree: () => new Promise(() => {}),
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
      const settled = await settle(page.run(one.call, phone.page().url, { liff, __log: log }), CALL_LIMIT)
      call = settled === PENDING ? { error: { name: 'Error', message: 'the call never settled' } } : settled
    }
    leavePage(phone.page())
    await page.end()
    return {
      init,
      call,
      requests,
      log,
      bridge: phone.recorded.bridge.map(([type, , , json]) => [type, json]),
      localKeys: Object.keys(page.dom.localStorage),
      console: [],
    }
  },
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

/** Creates a phone in the state that the case describes, with the case's page open. */
async function phoneOf(one: ConformanceCase) {
  const { setup } = one
  const line = await emulateLine(one)
  const requests: SeenRequest[] = []
  const recorded = emptyRecord()
  const state = newPage(line.launchUrl, setup.sub)
  const answer: Phone['fetch'] = async (url, init) => {
    const body = typeof init?.body === 'string' ? init.body : null
    const seen = { method: init?.method ?? 'GET', url, body, answer: null as SeenRequest['answer'] }
    requests.push(seen)
    const response = await line.handle(new Request(url, init))
    if (response === null) throw new TypeError('Failed to fetch')
    seen.answer = { status: response.status, body: await response.clone().text() }
    return response
  }
  const page = openHeadlessPage(setup, line.launchUrl, answer, url => {
    state.url = url
  })
  const scenario = parseScenarioOrThrow(scenarioFromSetup(one.id, setup))
  const { dom } = page
  const store = new SdkStore(() => (setup.where === 'client' ? dom.sessionStorage : dom.localStorage))
  const expires = new ExpiryCookies(dom)
  const keep = (name: string, value: unknown) => store.set(`${LIFF_ID}:${name}`, value)
  if (line.storedSession) {
    const { accessToken, idToken, context } = line.storedSession
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
  for (const [key, text] of Object.entries(setup.rawSession ?? {}))
    store.set(key.replace(/^LIFF_STORE:/, ''), JSON.parse(text))
  const phone: Phone = {
    scenario: () => scenario,
    now: page.now,
    random: length => createHash('sha256').update(randomBytes(16)).digest('hex').slice(0, length),
    page: () => state,
    arrival: { referrer: setup.referrer ?? '', historyLength: setup.historyLength ?? 2 },
    store,
    expires,
    recorded,
    bridge: bridgeOf(setup),
    fetch: page.fetch,
    async lineScreen(url, init) {
      const response = await line.handle(new Request(url, init))
      if (response === null) throw new TypeError('Failed to fetch')
      return response
    },
    openPopup: page.openPopup,
    prompt: page.prompt,
    wait: page.wait,
    dom,
  }
  const log: Outcome['log'] = {
    nav: recorded.navigations,
    // Tokens and ids differ in every run, so the log contains only the kind of the token and the length of the id.
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
      return [...page.opened, ...(closed ? ['window.close'] : [])]
    },
    posted: [],
    alert: recorded.alerts,
    prompt: page.prompts,
    confirm: [],
  }
  return { phone, page, requests, log }
}

/** Returns LINE's bridge (`window._liff`) with the answers that the case defines. */
function bridgeOf(setup: CaseSetup): Phone['bridge'] {
  if (setup.where !== 'client' || setup.bridgeless) return null
  return async ([type, , callbackId]) => {
    const answer = setup.bridge?.[type]
    if (!answer) return null
    const { noCb, ...outcome } = answer
    return { type, ...(noCb ? {} : { callbackId }), ...outcome }
  }
}
