import { computed, createModel, effect, signal } from '@preact/signals-core'
import { normaliseReceiptNo } from '#contract/rules.ts'
import type { Receipt } from '#contract/schema/receipt.ts'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Job, JobPhoto } from '#src/outbox/job.ts'
import type { Ports } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import { READ_TIMEOUT_MS } from '#src/storage/limits.ts'
import type { Queue } from './queue.ts'
import { entriesOf } from './receipt-entries.ts'
import { createRemote, type RemotePorts } from './remote.ts'
import { latestValue } from './resource.ts'
import type { CampaignModel, MasterModel, ReceiptEntry, ReceiptsModel, Resource } from './types.ts'
import { withRenewal } from './with-renewal.ts'

/** Loaded lazily, because only the receipt form needs it. */
const drafts = lazyOnce(() => import('./receipt-draft.ts'))
/**
 * Loads the draft module. Resolves with null if its script cannot be loaded; then nothing typed can be stored.
 */
const loadDraftModule = () => drafts().catch(() => null)

/** Returns the cursor of the next page from the `Link` header (RFC 8288); null on the last page. */
function nextCursor(headers: Headers): string | null {
  const next = /<([^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1]
  return next === undefined ? null : new URLSearchParams(next.split('?')[1]).get('cursor')
}

/** Receipts: the server's list, queued jobs, and drafts. */
export const Receipts = createModel(
  (
    ports: RemotePorts & Pick<Ports, 'ids'>,
    identity: Identity,
    queue: Queue,
    more: {
      readonly campaign: Pick<CampaignModel, 'serverNow'>
      readonly master: Pick<MasterModel, 'stores'>
    },
  ): ReceiptsModel => {
    const { outbox } = queue
    const owner = () => identity.customerId.peek()
    const remote = createRemote(ports, {
      route: 'receiptHistory',
      name: 'receipts',
      identity,
      query: { limit: '50' },
      from: (list: Receipt[]): readonly Receipt[] => list,
    })
    const older = signal<readonly Receipt[]>([])
    const cursor = signal<string | null>(null)
    effect(() => {
      // A new first page replaces the whole list; older pages must be loaded again.
      const reply = remote.reply.value
      older.value = []
      cursor.value = reply ? nextCursor(reply.headers) : null
    })

    // `nameTh` includes the branch; the store list has the branch separately for searching.
    const storeName = (id: number) => more.master.stores.value.find(store => store.id === id)?.nameTh ?? ''
    const history = computed((): Resource<readonly ReceiptEntry[]> => {
      queue.version.value
      const resource = remote.current.value
      const list = latestValue(resource)
      const jobs = outbox.jobs()
      const entries = entriesOf([...(list ?? []), ...older.value], jobs, outbox.views(), storeName)
      if (resource.state === 'ready') return { ...resource, value: entries }
      if (resource.state === 'failed')
        return { ...resource, value: list === null && entries.length === 0 ? null : entries }
      // Queued receipts are shown even before the first answer.
      return entries.length > 0
        ? { state: 'ready', value: entries, at: ports.clock.now(), refreshing: true }
        : resource
    })
    const find = (id: string) => latestValue(history.peek())?.find(({ receipt }) => receipt.id === id) ?? null

    function replace(receipt: Receipt) {
      if (older.peek().some(({ id }) => id === receipt.id)) {
        older.value = older.peek().map(old => (old.id === receipt.id ? receipt : old))
        return
      }
      const list = latestValue(remote.current.peek())
      if (list === null) return void remote.load()
      const listed = list.some(({ id }) => id === receipt.id)
      remote.accept(listed ? list.map(old => (old.id === receipt.id ? receipt : old)) : [receipt, ...list])
    }

    async function photosOnPhone(hashes: readonly string[]): Promise<JobPhoto[]> {
      const customerId = owner()
      if (customerId === null) return []
      const found = await Promise.all(
        hashes.map(async sha256 => {
          const photo = await outbox.photo(customerId, sha256)
          return photo === null ? [] : [{ sha256, ...photo }]
        }),
      )
      return found.flat()
    }

    outbox.onDelivered(({ job, answer }) => {
      if (job.owner !== owner() || !['createReceipt', 'updateReceipt', 'deleteReceipt'].includes(job.route))
        return
      if (answer && 'receiptNo' in answer) replace(answer)
      else void remote.load()
    })

    return {
      history,
      load: remote.load,
      hasMore: computed(() => cursor.value !== null),
      find,
      async loadMore() {
        const from = cursor.peek()
        const epoch = identity.epoch()
        if (from === null) return null
        const reply = await withRenewal(identity, () =>
          ports.api.call('receiptHistory', {
            query: { limit: '50', cursor: from },
            timeout: READ_TIMEOUT_MS.withoutCache,
          }),
        )
        if (epoch !== identity.epoch() || cursor.peek() !== from) return null
        if (!reply.ok) return reply.failure
        older.value = [...older.peek(), ...reply.value]
        cursor.value = nextCursor(reply.headers)
        return null
      },
      async get(id) {
        const entry = find(id)
        if (entry) return { ok: true, value: entry.receipt, headers: new Headers() }
        return withRenewal(identity, () =>
          ports.api.call('getReceipt', { params: { id }, timeout: READ_TIMEOUT_MS.withoutCache }),
        )
      },
      async photo(sha256) {
        const customerId = owner()
        const stored = customerId === null ? null : await outbox.photo(customerId, sha256)
        if (stored) return new Blob([stored.bytes], { type: stored.type })
        const reply = await withRenewal(identity, () =>
          ports.api.download('getImage', { params: { sha256 }, timeout: READ_TIMEOUT_MS.withoutCache }),
        )
        return reply.ok ? reply.value : null
      },
      newDraft: () => ({
        id: ports.ids.uuid(),
        version: null,
        storeId: null,
        receiptNo: '',
        amount: '',
        purchasedAt: '',
        photos: [],
        kept: [],
      }),
      async loadDraft(id) {
        const customerId = owner()
        if (customerId === null) return null
        return (await loadDraftModule())?.readDraft(ports.kv, customerId, id) ?? null
      },
      async saveDraft(id, draft) {
        const customerId = owner()
        if (customerId === null) return false
        return (await loadDraftModule())?.writeDraft(ports.kv, customerId, id, draft) ?? false
      },
      async deleteDraft(id) {
        const customerId = owner()
        if (customerId !== null) await (await loadDraftModule())?.writeDraft(ports.kv, customerId, id, null)
      },
      duplicateOf(draft) {
        const number = normaliseReceiptNo(draft.receiptNo)
        const same = ({ receipt }: ReceiptEntry) =>
          receipt.id !== draft.id &&
          receipt.status !== 'void' &&
          receipt.storeId === draft.storeId &&
          normaliseReceiptNo(receipt.receiptNo) === number
        return number === '' ? null : (latestValue(history.peek())?.find(same) ?? null)
      },
      async send(draft, draftOf) {
        const customerId = owner()
        const forms = await loadDraftModule()
        if (forms === null) return { state: 'unsaved', reason: 'storage' }
        const { jobOf, writeDraft } = forms
        const carried = await photosOnPhone(draft.kept)
        const waits = ({ route, subject, state }: Job) =>
          route === 'updateReceipt' && subject === draft.id && state !== 'dead'
        const job = jobOf(draft, more.campaign.serverNow(), {
          carried,
          onlyCorrection: !outbox.jobs().some(waits),
        })
        const sent = await (job.route === 'createReceipt'
          ? outbox.enqueue(job, customerId)
          : outbox.enqueue(job, customerId))
        if (customerId !== null && (sent.state === 'received' || sent.state === 'queued'))
          await writeDraft(ports.kv, customerId, draftOf, null)
        return sent
      },
      async withdraw(id) {
        const customerId = owner()
        const made = outbox.jobs().find(job => job.route === 'createReceipt' && job.subject === id)
        if (made && (await outbox.discard(made.id))) return { state: 'received' }
        const job = { route: 'deleteReceipt', params: { id }, body: {}, subject: id } as const
        return outbox.enqueue(job, customerId)
      },
    }
  },
)
