import { onTestFinished } from 'vitest'
import { bangkokDay } from '#contract/rules.ts'
import { DAY_MS } from '#contract/time.ts'
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

/**
 * Starts a server that sends LINE messages, and an emulated LINE. With `friends`, the users of LINE are these friends
 * of the account; otherwise, they are the emulator's own.
 */
export async function messagingServer(friends?: readonly string[]) {
  const server: TestServer = await testServer()
  const users = friends?.map(userId => ({ userId, displayName: 'ผู้ทดสอบ' }))
  const options = { liffId: LIFF_ID, clock: () => server.clock.now(), ...(users && { users }) }
  const emulator = await createLiffEmulator(options)
  onTestFinished(() => emulator.close())
  if (friends)
    emulator.control.patch({ friendships: Object.fromEntries(friends.map(id => [id, 'friend' as const])) })
  await setMessaging(server.db, true)
  /** Sends the messages that are due, as one server process would, and returns how many were settled. */
  const send = (fetch: Fetch = emulator.lineFetch, db = server.db) =>
    sendDueMessages({
      ...server.deps,
      db,
      line: { ...server.deps.line, fetch },
      messaging: { accessToken: 'emulated-channel-access-token', liffId: LIFF_ID },
    })
  return { server, emulator, send }
}

/**
 * Simulates a process that dies while it sends: either before its first request reaches LINE, or after LINE has
 * received the request but before the process gets the answer.
 */
export const dieSending = (
  { send, emulator }: Pick<Awaited<ReturnType<typeof messagingServer>>, 'send' | 'emulator'>,
  when: 'before' | 'after',
) =>
  new Promise<void>(resolve => {
    void send(async request => {
      if (when === 'after') await emulator.lineFetch(request)
      resolve()
      return new Promise<Response>(() => undefined)
    })
  })

/** Starts a messaging server and signs in a customer who is a friend of the account. */
export async function sendingServer() {
  const { server, emulator, send } = await messagingServer()
  const me: SignedIn = await server.signIn({ userId: FRIEND, displayName: 'ผู้ทดสอบ' })
  return {
    server,
    emulator,
    me,
    send,
    die: (when: 'before' | 'after') => dieSending({ send, emulator }, when),
    /** Returns the messages that LINE received, as JSON. */
    inLine: () => emulator.botMessages().map(({ messages }) => JSON.stringify(messages)),
    rows: () =>
      server.db.selectFrom('message').selectAll().orderBy('created_at').orderBy('subject').execute(),
    /** Sends this many receipts as the customer, approves them, and returns their numbers. */
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
    /** Advances the clock to the next occurrence of a time of day in Bangkok, such as `09:00`. */
    async at(time: string): Promise<void> {
      const now = server.clock.now()
      const target = Date.parse(`${bangkokDay(now)}T${time}:00+07:00`)
      server.clock.advance(target > now ? target - now : target + DAY_MS - now)
    },
    /** Adds messages to the database as if they had just been sent to the customer. */
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

type Sent = Pick<Row, 'kind' | 'customer_id'> & { readonly index: number; readonly now: number }

const sentRow = ({ kind, customer_id, index, now }: Sent) => ({
  ...{ kind, customer_id, subject: `earlier:${now}:${index}`, state: 'sent' as const, not_before: now },
  ...{ attempts: 1, unsure: 0, is_shared: 0, is_alone: 0, created_at: now, settled_at: now },
})

/** Adds a message about an expiring coupon, as if LINE had refused the message. */
export const addRefused = ({ db, clock }: TestServer, customer_id: string) =>
  insert({ db }, 'message', {
    ...sentRow({ kind: 'coupon-expiring', customer_id, index: 0, now: clock.now() }),
    state: 'dead',
    reason: '400 Failed',
  })
