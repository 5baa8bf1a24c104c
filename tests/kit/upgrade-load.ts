import { randomUUID } from 'node:crypto'
import { type CallName, calls } from '#contract/calls.ts'
import { HOUR_MS } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { newPhoto } from './activity.ts'
import { sha256Of } from './images.ts'
import type { TokenOptions } from './line.ts'
import { type CallOptions, profileForm, requestOf } from './server.ts'

type IdToken = (user: { userId: string }, options?: TokenOptions) => Promise<string>
type Answer = { readonly text: string; readonly replayed: boolean; readonly at: string }

/** Ids of the writes that the servers have acknowledged. An answer is recorded by its customer's id. */
type Acknowledged = {
  readonly customers: string[]
  readonly receipts: string[]
  readonly answers: string[]
  readonly pageViews: string[]
}

/**
 * Simulates customers who use the campaign through a load balancer. Failed calls are not retried, and each unexpected
 * answer is recorded as a failure.
 */
export function startLoad(idToken: IdToken, { phones = 6 } = {}) {
  const ready = new Set<string>()
  const answered = new Map<string, number>()
  const failures: string[] = []
  const acknowledged: Acknowledged = { customers: [], receipts: [], answers: [], pageViews: [] }
  let turn = 0
  let people = 0
  let isOver = false

  function next(not?: string): string {
    const others = [...ready].filter(origin => origin !== not)
    const choice = others.length > 0 ? others : [...ready]
    turn += 1
    return choice[turn % choice.length] ?? ''
  }

  async function send(name: CallName, given: CallOptions, not?: string): Promise<Answer> {
    const at = next(not)
    const request = requestOf(calls[name], given)
    const { pathname, search } = new URL(request.url)
    // Uses changing addresses, so that no limit per address is reached.
    request.headers.set('X-Forwarded-For', `10.0.${turn >> 8}.${turn & 255}`)
    const response = await fetch(new Request(at + pathname + search, request)).catch((error: Error) => {
      failures.push(`${name}: ${String(error.cause ?? error)}`)
      throw error
    })
    const text = await response.text()
    answered.set(at, (answered.get(at) ?? 0) + 1)
    if (response.status === 200)
      return { at, text, replayed: response.headers.get('idempotency-replayed') === 'true' }
    failures.push(`${name}: ${response.status} ${text}`)
    throw new Error(text)
  }

  /** Sends a write and then sends it again to another server, like a phone that did not get the first answer. */
  async function sendTwice(name: CallName, given: CallOptions): Promise<Answer> {
    const first = await send(name, given)
    const again = await send(name, given, first.at)
    if (!again.replayed || again.text !== first.text) failures.push(`${name}: not replayed`)
    return first
  }

  /**
   * Acts as one customer: registers, signs in again, sends a photo, a receipt, an answer and a page view, and then
   * reads the profile and the receipts.
   */
  async function liveThrough(): Promise<void> {
    people += 1
    const number = people
    const user = { userId: `U${randomUUID().replaceAll('-', '')}` }
    const phone = `08${String(number).padStart(8, '0')}`
    const whole = { ...profileForm, phone, consentTerms: 'true', consentPrivacy: 'true' }
    const identity = { lineUserId: user.userId, idToken: await idToken(user) }
    const { customerId } = JSON.parse((await send('register', { form: { ...identity, ...whole } })).text)
    acknowledged.customers.push(customerId)
    const { accessToken: token } = JSON.parse((await send('login', { form: identity })).text)
    const photo = newPhoto()
    await send('uploadImage', { token, params: { sha256: sha256Of(photo) }, bytes: photo })
    const id = uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(16)))
    const at = new Date().toISOString()
    const purchasedAt = new Date(Date.now() - HOUR_MS).toISOString()
    const receipt = { storeId: 1, receiptNo: `UP-${number}-000`, amount: 250.5, purchasedAt }
    const body = { id, ...receipt, at, images: [sha256Of(photo)] }
    await sendTwice('createReceipt', { token, body, key: id })
    acknowledged.receipts.push(id)
    await sendTwice('postAnswer', { token, body: { Answer: 'มะลิ', at }, key: randomUUID() })
    acknowledged.answers.push(customerId)
    const eventId = randomUUID()
    await send('logPageView', { token, body: { customerId, path: '/receipt', eventId } })
    acknowledged.pageViews.push(eventId)
    await send('getCustomer', { token })
    const history = await send('receiptHistory', { token })
    if (!history.text.includes(id)) failures.push(`receiptHistory: without ${id}`)
  }

  async function run(): Promise<void> {
    // A failed call, which `send` has recorded, ends only the visit of its customer. Then the next customer begins.
    while (!isOver) await liveThrough().catch(() => undefined)
  }

  /** Takes servers out of rotation when `/readyz` does not answer 200, as a load balancer does. */
  async function watch(): Promise<void> {
    while (!isOver) {
      for (const origin of ready) {
        const probe = await fetch(`${origin}/readyz`).catch(() => null)
        if (probe?.status !== 200) ready.delete(origin)
      }
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }

  let running: Promise<unknown> = Promise.resolve()
  return {
    failures,
    acknowledged,
    answered: (origin: string): number => answered.get(origin) ?? 0,
    isReady: (origin: string): boolean => ready.has(origin),
    /** Puts servers into rotation. The first call starts the load. */
    add(...origins: string[]): void {
      const isFirst = ready.size === 0
      for (const origin of origins) ready.add(origin)
      if (isFirst) running = Promise.all([watch(), ...Array.from({ length: phones }, run)])
    },
    async stop(): Promise<void> {
      isOver = true
      await running
    },
  }
}
