import { onTestFinished } from 'vitest'
import { createLiffEmulator } from '#emulator/index.ts'
import { approveReceipt } from '#server/campaign/receipts/review.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { sendDueMessages } from '#server/messages/send-due.ts'
import type { Tables } from '#server/store/tables.ts'
import { sendReceipt } from './activity.ts'
import { insert } from './rows.ts'
import { type SignedIn, type TestServer, testServer } from './server.ts'

const LIFF_ID = '2000000001-Campaign'
const FRIEND = 'U4af4980629a1b2c3d4e5f60718293a4b'
type Row = Tables['message']

export type Fetch = (request: Request) => Promise<Response>

/** Sends until the first request, which LINE gets if `line` is given. The sender never learns the answer. */
export const dieSending = (send: (fetch: Fetch) => unknown, line: Fetch | null) =>
  new Promise<void>(resolve => {
    void send(async request => {
      await line?.(request)
      resolve()
      return new Promise<Response>(() => undefined)
    })
  })

/** Starts a server that sends LINE messages, an emulated LINE, and a customer who is a friend of the official account. */
export async function sendingServer() {
  const server: TestServer = await testServer()
  const emulator = await createLiffEmulator({ liffId: LIFF_ID, clock: () => server.clock.now() })
  onTestFinished(() => emulator.close())
  await setMessaging(server.db, true)
  const me: SignedIn = await server.signIn({ userId: FRIEND, displayName: 'ผู้ทดสอบ' })
  return {
    server,
    emulator,
    me,
    /** Sends what is due, as one server process, and returns how many messages were settled. */
    send: (fetch = emulator.lineFetch, db = server.db) =>
      sendDueMessages({
        ...server.deps,
        db,
        line: { ...server.deps.line, fetch },
        messaging: { accessToken: 'emulated-channel-access-token', liffId: LIFF_ID },
      }),
    /** Lets a process send and die: before LINE has its first message, or after it and before the answer. */
    die(when: 'before' | 'after'): Promise<void> {
      return dieSending(fetch => this.send(fetch), when === 'after' ? emulator.lineFetch : null)
    },
    /** Returns LINE's copies of the messages, as JSON. */
    inLine: () => emulator.botMessages().map(({ messages }) => JSON.stringify(messages)),
    rows: () =>
      server.db.selectFrom('message').selectAll().orderBy('created_at').orderBy('subject').execute(),
    /** Approves new receipts of the customer, and returns their numbers. */
    async approve(count: number): Promise<string[]> {
      const numbers: string[] = []
      for (let index = 0; index < count; index++) {
        const receiptNo = `DG-${server.clock.now()}-${index}`
        const { body } = await sendReceipt(server, me, { receiptNo })
        await approveReceipt(server.db, body.id, server.clock.now(), server.deps.random)
        numbers.push(receiptNo)
      }
      return numbers
    },
    /** Sets the clock to a time of day in Bangkok: the next one after now. */
    async at(time: string): Promise<void> {
      const now = server.clock.now()
      const day = 24 * 60 * 60_000
      const bangkok = 7 * 60 * 60_000
      const target = Math.floor((now + bangkok) / day) * day - bangkok + minutesOf(time) * 60_000
      server.clock.advance(target > now ? target - now : target + day - now)
    },
    /** Adds messages that were sent to the customer now. */
    async sentBefore(kind: string, count: number): Promise<void> {
      for (let index = 0; index < count; index++)
        await insert(
          server,
          'message',
          sentRow({ kind: kind as Row['kind'], customer_id: me.customerId, index, now: server.clock.now() }),
        )
    },
  }
}
export type SendingServer = Awaited<ReturnType<typeof sendingServer>>

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

type Sent = Pick<Row, 'kind' | 'customer_id'> & { readonly index: number; readonly now: number }

const sentRow = ({ kind, customer_id, index, now }: Sent): Row => ({
  kind,
  customer_id,
  subject: `earlier:${now}:${index}`,
  state: 'sent',
  not_before: now,
  attempts: 1,
  retry_key: null,
  key_at: null,
  unsure: 0,
  reason: null,
  digest_lead: null,
  is_shared: 0,
  is_alone: 0,
  multicast_id: null,
  created_at: now,
  settled_at: now,
})

/** Adds a message about a coupon that LINE has refused. */
export const addRefused = ({ db, clock }: TestServer, customer_id: string) =>
  insert({ db }, 'message', {
    ...sentRow({ kind: 'coupon-expiring', customer_id, index: 0, now: clock.now() }),
    state: 'dead',
    reason: '400 Failed',
  })
