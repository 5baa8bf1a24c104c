import { computed, signal } from '@preact/signals-core'
import { checkInCode } from '#src/domain/check-in-code.ts'
import { ids } from '#src/platform/ids.ts'
import { Drafts } from '#src/state/drafts.ts'
import { isMissing } from '#src/state/resource.ts'
import { Settings } from '#src/state/settings.ts'
import { Toasts } from '#src/state/toasts.ts'
import type { App, Remote, Resource, Sent } from '#src/state/types.ts'
import { CUSTOMER_ID, SENT_ID, someReward } from './fake-data.ts'
import { accepted, emptyDraft, type FakeState, ready, usual } from './fake-state.ts'
import { noTickets, someTickets } from './fake-tickets.ts'
import { pageLocalStorage } from './page-local-storage.ts'

const forever = new Promise<never>(() => {})
const nothing = async () => {}
const never = () => {}

function sameEachTime<T>(find: (id: number) => T): (id: number) => T {
  const found = new Map<number, T>()
  return id => found.get(id) ?? found.set(id, find(id)).get(id) ?? find(id)
}

/** Creates an app with fake models on real signals. Toasts, settings and drafts are the real models. */
export function fakeApp(overrides: Partial<FakeState> = {}): App {
  const state: FakeState = { ...usual, ...overrides }
  const { master } = state
  const drafts = Object.entries(state.drafts).map(([form, value]) => [`draft:${form}`, JSON.stringify(value)])
  let toastIds = 0
  const ports = {
    clock: state.clock,
    local: pageLocalStorage(Object.fromEntries(drafts)),
    line: { language: () => state.language },
    ids: {
      uuid: () => `toast-${++toastIds}`,
      sha256: async () => '',
      hmacSha256: async () => new Uint8Array(),
      random: () => 0,
    },
  }
  const remote = <T,>(resource: Resource<T>): Remote<T> => ({ current: signal(resource), load: nothing })
  const receipts = signal(state.receipts)
  const reward = signal(state.reward)
  const entries = () => ('value' in receipts.value ? (receipts.value.value ?? []) : [])
  const sent = async (): Promise<Sent> => ({ id: SENT_ID, ...state.sent }) as Sent
  const jobs = signal(state.jobs)
  const outcomes = signal(state.outcomes)
  const activity = 'value' in state.activity ? state.activity.value : null
  return {
    session: {
      phase: signal(state.phase),
      loading: computed(() => state.phase.kind === 'starting'),
      slow: signal(state.slow),
      waiting: signal(state.waiting),
      signInNeeded: signal(state.signInNeeded),
      welcoming: () => null,
      endedSignIn: signal(state.endedSignIn),
      customerId: signal(
        state.customerId === undefined
          ? state.phase.kind === 'ready'
            ? state.phase.customerId
            : null
          : state.customerId,
      ),
      profile: signal(state.profile),
      inClient: signal(state.inClient),
      start: never,
      retry: never,
      canRetry: () => state.waiting === null,
      signIn: nothing,
      register: () => (state.hanging ? forever : Promise.resolve(state.register)),
      logout: nothing,
      cancel: async () => state.cancel,
    },
    campaign: {
      ...remote(state.activity),
      state: signal(
        activity === null
          ? 'unknown'
          : activity.endPlatform
            ? 'ended'
            : activity.pendingPlatform
              ? 'pending'
              : 'open',
      ),
      poll: nothing,
      pause: never,
      serverNow: state.now,
      clockOffset: () => state.behind,
      serverAhead: signal(state.behind),
      accept: never,
      showCached: async () => {},
    },
    master: {
      all: signal(state.masterState.state === 'ready' ? master : null),
      provinces: signal(master.provinces),
      stores: signal(master.stores),
      state: signal(state.masterState),
      districts: sameEachTime(id => master.districts.filter(one => one.provinceId === id)),
      subdistricts: sameEachTime(id => master.subdistricts.filter(one => one.districtId === id)),
      load: nothing,
      loadWhenSignedIn: () => {},
    },
    customer: {
      ...remote(state.customer),
      messages: remote(state.messages),
      saveMessages: sent,
      save: sent,
      setMarketing: async () => accepted({}),
      agree: async () => state.agree,
      deletePhoto: async () => accepted({}),
      askForCopy: async () =>
        accepted({
          path: '/api/customer/export/x',
          expiresAt: new Date(state.now() + 600_000).toISOString(),
        }),
    },
    receipts: {
      history: receipts,
      offered: computed(() => !isMissing(receipts.value)),
      load: nothing,
      loadMore: async () => state.more,
      hasMore: signal(state.hasMore),
      find: id => entries().find(entry => entry.receipt.id === id) ?? null,
      get: () => (state.hanging ? forever : Promise.resolve(state.receipt)),
      photo: async () => state.photo,
      lostPhotos: async () => [],
      thumbnail: async () => state.photo,
      read: async () => state.reading,
      lastStore: async () => state.lastStore,
      photoUsedIn: (sha256, draftId) =>
        entries().find(({ receipt }) => receipt.id !== draftId && receipt.images.includes(sha256)) ?? null,
      loadDraft: () => (state.hanging ? forever : Promise.resolve(state.receiptDraft)),
      saveDraft: async () => true,
      deleteDraft: nothing,
      newDraft: () => ({ ...emptyDraft, id: crypto.randomUUID() }),
      duplicateOf: draft =>
        entries().find(({ receipt }) => receipt.id !== draft.id && receipt.receiptNo === draft.receiptNo) ??
        null,
      send: sent,
      withdraw: sent,
    },
    answers: {
      question: remote(state.question),
      last: remote(state.last),
      history: remote(state.answers),
      send: sent,
    },
    rewards: {
      current: reward,
      load: nothing,
      tickets: remote(state.tickets),
      olderTickets: async () => accepted({ ...noTickets, groups: someTickets.groups.slice(-1) }),
      create: async () => {
        reward.value = ready({ ...someReward, rights: { total: 0, pending: 0, used: 0 } })
      },
      use: async rewardType => {
        const now = 'value' in reward.value ? reward.value.value : null
        if (!state.use.ok || now === null) return state.use
        reward.value = ready({
          ...now,
          items: now.items.map(item =>
            item.rewardType === rewardType
              ? { ...item, state: 'used', code: state.use.ok ? state.use.value.code : null }
              : item,
          ),
        })
        return state.use
      },
      confirm: sent,
      qr: remote(state.qr),
      codeAt: (given, now) => checkInCode(given, now, ids.hmacSha256),
    },
    home: { prefetch: never, open: never },
    draws: {
      get: () => (state.hanging ? forever : Promise.resolve(state.draw)),
      check: async () => state.proven,
      seals: async () => state.seals,
    },
    outbox: {
      loaded: signal(state.loaded),
      defect: signal(null),
      jobs,
      outcomes,
      waiting: computed(() => jobs.value.filter(job => job.state !== 'refused').length),
      attention: computed(() => jobs.value.filter(job => job.state === 'refused').length),
      volatile: computed(() => jobs.value.filter(job => job.state !== 'refused' && !job.kept).length),
      connection: signal(state.connection),
      strangerAnswers: signal(state.strangerAnswers),
      unreadable: signal(state.unreadable),
      lastSentAt: signal(state.lastSentAt),
      transitions: () => [],
      find: id => [...jobs.value, ...outcomes.value].find(job => job.id === id) ?? null,
      shown: never,
      heldUntil: signal(state.heldUntil),
      sendNow: never,
      retry: async () => true,
      discard: async () => true,
      log: never,
      stamp: entry => ({ ...entry, eventId: SENT_ID, at: '2026-11-20T05:00:00Z' }),
      logsDelivered: never,
      discardOwner: nothing,
      discardUnreadable: nothing,
      discardReports: nothing,
      countOf: () => state.jobs.length,
    },
    toasts: new Toasts(ports),
    settings: new Settings(ports, { dark: () => state.dark, onChange: () => never }),
    drafts: new Drafts(ports, { customerId: signal(CUSTOMER_ID) }),
    photos: {
      prepare: async () => state.prepared,
      problem: async () => state.photoProblem,
      thumbnail: async () => state.photo,
    },
    sha256: ids.sha256,
    copyText: state.copyText,
    reloadNewest: nothing,
    config: { liffId: '2000000001-Campaign', oaId: '@campaign' },
    line: {
      available: feature => (feature === 'close' ? state.inClient : state.features.includes(feature)),
      closeWindow: never,
      openWindow: never,
      scan: async () => ({ ok: true, value: state.scanned }),
      share: async () => ({ ok: true, value: true }),
      send: async () => ({ ok: true, value: undefined }),
      shortcut: async () => ({ ok: true, value: undefined }),
      os: () => 'android',
    },
  }
}
