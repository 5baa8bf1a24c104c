import { signal } from '@preact/signals-core'
import type { CustomerScreens } from '#contract/desk/screens.ts'
import type { Customer } from '#contract/schema/customer.ts'
import type { Reward } from '#contract/schema/reward.ts'
import { isoOf, momentOf } from '#contract/time.ts'
import { clock } from '#src/platform/clock.ts'
import { ids } from '#src/platform/ids.ts'
import type { Failure, LocalStorage } from '#src/ports.ts'
import type { Phase } from '#src/startup/phase.ts'
import { Drafts } from '#src/state/drafts.ts'
import { Settings } from '#src/state/settings.ts'
import { Toasts } from '#src/state/toasts.ts'
import type { App, Remote } from '#src/state/types.ts'
import type { ShowMessage } from './protocol.ts'
import { emptyDraft, sampleCustomer, sampleProfile } from './sample.ts'

/** How long the sample personal code is shown, in milliseconds. */
const CODE_MS = 30_000

const nothing = async () => {}
const never = () => {}
const none = async () => null
const missing: Failure = { kind: 'missing' }

function memory(): LocalStorage {
  const shelf = () => {
    const map = new Map<string, string>()
    return {
      get: (key: string) => map.get(key) ?? null,
      set: (key: string, value: string | null) =>
        void (value === null ? map.delete(key) : map.set(key, value)),
      deletePrefix(prefix: string) {
        for (const key of [...map.keys()]) if (key.startsWith(prefix)) map.delete(key)
      },
    }
  }
  return { tab: shelf(), phone: shelf(), survivesReload: () => false }
}

/** Replaces every call that would send data; never settles. */
type Refused = () => Promise<never>

const ready = <T>(value: T): Remote<T> => ({
  current: signal({ state: 'ready', value, at: clock.now(), refreshing: false }),
  load: nothing,
})

/**
 * Creates an app that shows a set-up to a sample customer without requests or storage. `onWrite` is called when a
 * person tries to send something.
 */
export function previewApp({ screens, agreed }: ShowMessage, onWrite: () => void): App {
  const { activity, question, reward } = screens
  const { customerId } = reward
  const ahead = momentOf(activity.serverTime) - clock.now()
  const serverNow = () => clock.now() + ahead
  const refused = (): Promise<never> => {
    onWrite()
    return new Promise(never)
  }
  const ports = { clock, ids, local: memory(), line: { language: () => 'th' } }
  return {
    session: sessionOf(screens, refused),
    campaign: {
      ...ready(activity),
      state: signal(activity.endPlatform ? 'ended' : activity.pendingPlatform ? 'pending' : 'open'),
      serverNow,
      clockOffset: () => ahead,
      serverAhead: signal(ahead),
      poll: nothing,
      pause: never,
      accept: never,
      showCached: nothing,
    },
    master: masterOf(screens),
    customer: customerOf(sampleCustomer(screens, agreed), refused),
    receipts: receiptsOf(refused),
    answers: {
      question: ready(question),
      last: ready({ answerText: null }),
      history: ready([]),
      send: refused,
    },
    rewards: rewardsOf(reward, serverNow, refused),
    home: { prefetch: never, open: never },
    draws: { get: async () => ({ ok: false, failure: missing, headers: null }), check: none, seals: none },
    outbox: outboxOf(serverNow),
    toasts: new Toasts(ports),
    settings: new Settings(ports, { dark: () => false, onChange: () => never }),
    drafts: new Drafts(ports, { customerId: signal(customerId) }),
    photos: { prepare: refused, problem: none, thumbnail: none },
    sha256: ids.sha256,
    config: { liffId: '', oaId: '' },
    copyText: async () => false,
    reloadNewest: nothing,
    line: {
      available: () => false,
      closeWindow: never,
      openWindow: never,
      scan: refused,
      share: refused,
      send: refused,
      shortcut: refused,
      os: () => 'android',
    },
  }
}

const sessionOf = ({ activity, reward }: CustomerScreens, refused: Refused): App['session'] => ({
  phase: signal(phaseOf(activity, reward.customerId)),
  loading: signal(false),
  slow: signal(false),
  waiting: signal(null),
  canRetry: () => true,
  signInNeeded: signal(false),
  welcoming: () => null,
  endedSignIn: signal({ kind: 'signed-in' }),
  customerId: signal(reward.customerId),
  profile: signal(sampleProfile),
  inClient: signal(true),
  start: never,
  retry: never,
  signIn: nothing,
  register: refused,
  logout: refused,
  cancel: refused,
})

function masterOf({ provinces, stores }: CustomerScreens): App['master'] {
  const lists = { version: '', provinces, stores, districts: [], subdistricts: [] }
  return {
    all: signal(lists),
    provinces: signal(provinces),
    stores: signal(stores),
    state: ready(lists).current,
    districts: () => lists.districts,
    subdistricts: () => lists.subdistricts,
    load: nothing,
    loadWhenSignedIn: never,
  }
}

const customerOf = (customer: Customer, refused: Refused): App['customer'] => ({
  ...ready(customer),
  messages: ready({
    offered: true,
    reach: 'friend',
    groups: { receipts: true, draw: true, coupons: true, news: false },
  }),
  saveMessages: refused,
  save: refused,
  setMarketing: refused,
  agree: refused,
  deletePhoto: refused,
  askForCopy: refused,
})

const receiptsOf = (refused: Refused): App['receipts'] => ({
  history: ready([]).current,
  offered: signal(true),
  load: nothing,
  loadMore: none,
  hasMore: signal(false),
  find: () => null,
  get: async () => ({ ok: false, failure: missing, headers: null }),
  photo: none,
  lostPhotos: async () => [],
  thumbnail: none,
  read: none,
  lastStore: none,
  photoUsedIn: () => null,
  loadDraft: none,
  saveDraft: async () => true,
  deleteDraft: nothing,
  newDraft: () => ({ ...emptyDraft, id: ids.uuid() }),
  duplicateOf: () => null,
  send: refused,
  withdraw: refused,
})

const rewardsOf = (reward: Reward, serverNow: () => number, refused: Refused): App['rewards'] => ({
  ...ready(reward),
  create: nothing,
  use: refused,
  confirm: refused,
  tickets: ready({ total: reward.rights.total, sealed: reward.rights.used > 0, groups: [], next: null }),
  olderTickets: async () => ({ ok: false, failure: missing, headers: null }),
  qr: ready({ payload: 'PREVIEW', expiresAt: isoOf(serverNow() + CODE_MS), step: CODE_MS / 1000 }),
  codeAt: async (_, now) => ({ payload: 'PREVIEW', expiresAt: isoOf(now + CODE_MS) }),
})

const outboxOf = (serverNow: () => number): App['outbox'] => ({
  loaded: signal(true),
  defect: signal(null),
  jobs: signal([]),
  outcomes: signal([]),
  waiting: signal(0),
  attention: signal(0),
  volatile: signal(0),
  connection: signal('reachable'),
  strangerAnswers: signal(false),
  unreadable: signal(0),
  lastSentAt: signal(null),
  transitions: () => [],
  find: () => null,
  shown: never,
  heldUntil: signal(null),
  sendNow: never,
  retry: async () => false,
  discard: async () => false,
  discardUnreadable: nothing,
  discardOwner: nothing,
  discardReports: nothing,
  countOf: () => 0,
  log: never,
  stamp: entry => ({ ...entry, eventId: ids.uuid(), at: isoOf(serverNow()) }),
  logsDelivered: never,
})

function phaseOf({ endPlatform, pendingPlatform }: CustomerScreens['activity'], customerId: string): Phase {
  if (endPlatform) return { kind: 'ended' }
  return pendingPlatform ? { kind: 'pending' } : { kind: 'ready', customerId, online: true }
}
