import { randomUUID } from 'node:crypto'
import type { RouteName } from '#contract/routes.ts'
import { newPhoto, receiptBody, sendReceipt, setCampaign, uploadPhoto } from './activity.ts'
import { sha256Of } from './images.ts'
import { type CallOptions, profileForm, type SignedIn, type TestServer } from './server.ts'

type Prepare = (server: TestServer, me: SignedIn) => Promise<CallOptions>

const plain =
  (body?: unknown): Prepare =>
  async (_, me) => ({
    token: me.token,
    key: randomUUID(),
    ...(body === undefined ? {} : { body }),
  })

async function formOf(server: TestServer, user: { userId: string }): Promise<Record<string, string>> {
  return { lineUserId: user.userId, idToken: await server.idToken(user) }
}

let phones = 0

/** Makes a customer a winner whose result is announced. */
async function win(server: TestServer, me: SignedIn): Promise<void> {
  await server.call('createReward', { token: me.token, body: {} })
  await server.db
    .updateTable('reward')
    .set({ draw_state: 'won', draw_rank: 1 })
    .where('customer_id', '=', me.customerId)
    .execute()
  await setCampaign(server, { announced_at: server.clock.now() - 1 })
}

/** Each call that changes something: what must be there before it, and what it is sent. */
export const writes: Readonly<Partial<Record<RouteName, Prepare>>> = {
  login: async (server, me) => ({ form: await formOf(server, me.user) }),
  register: async server => {
    phones += 1
    const form = await formOf(server, server.newUser())
    const phone = `09${String(phones).padStart(8, '0')}`
    return { form: { ...form, ...profileForm, phone, consentTerms: 'true', consentPrivacy: 'true' } }
  },
  cancel: async (server, me) => {
    await sendReceipt(server, me)
    return {
      token: me.token,
      key: randomUUID(),
      body: { confirm: true, lineAccessToken: 'x', reason: 'OTHER' },
    }
  },
  postCustomer: async (_, me) => ({
    token: me.token,
    body: { lineUserId: me.user.userId, lineDisplayName: 'ชื่อใหม่', linePictureUrl: 'https://x.example/y' },
  }),
  putCustomer: plain({ firstName: 'ใหม่', email: 'a@b.example', phone: '0977777777' }),
  deleteCustomer: plain(),
  deleteSession: plain(),
  deleteSessions: plain(),
  deleteMarketingConsent: async (server, me) => {
    await server.call('giveMarketingConsent', { token: me.token, key: randomUUID() })
    return { token: me.token, key: randomUUID() }
  },
  giveMarketingConsent: plain(),
  deletePhoto: plain(),
  logState: async (_, me) => ({
    token: me.token,
    body: { customerId: me.customerId, state: 's', os: 'web', eventId: randomUUID() },
  }),
  logPageView: async (_, me) => ({
    token: me.token,
    body: { customerId: me.customerId, path: '/', eventId: randomUUID() },
  }),
  logBatch: async (server, me) => ({
    token: me.token,
    body: {
      events: [0, 1].map(at => ({
        kind: 'pageview',
        eventId: randomUUID(),
        at: new Date(server.clock.now() + at).toISOString(),
        path: '/',
      })),
    },
  }),
  createReward: async (_, me) => ({ token: me.token, body: {} }),
  useReward: async (server, me) => {
    await server.call('createReward', { token: me.token, body: {} })
    return { token: me.token, key: randomUUID(), body: { rewardType: 'welcome' } }
  },
  confirmConcert: async (server, me) => {
    await win(server, me)
    return { token: me.token, key: randomUUID(), body: { attend: true } }
  },
  postAnswer: plain({ Answer: 'แม่ครับ' }),
  uploadImage: async (_, me) => {
    const bytes = newPhoto()
    return { token: me.token, params: { sha256: sha256Of(bytes) }, bytes }
  },
  createReceipt: async (server, me) => {
    const body = receiptBody(server, [await uploadPhoto(server, me)])
    return { token: me.token, key: body.id, body }
  },
  updateReceipt: async (server, me) => {
    const { id } = (await sendReceipt(server, me)).body
    const { id: _, ...body } = receiptBody(server, [await uploadPhoto(server, me)])
    return { token: me.token, key: randomUUID(), params: { id }, body }
  },
  deleteReceipt: async (server, me) => {
    const { id } = (await sendReceipt(server, me)).body
    return { token: me.token, key: randomUUID(), params: { id } }
  },
}
