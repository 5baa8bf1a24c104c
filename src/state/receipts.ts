import { createModel } from '@preact/signals-core'
import { normaliseReceiptNo } from '#contract/rules.ts'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Job, JobPhoto } from '#src/outbox/job.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import { isRefused, type KeyValueStore, type Ports } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import { READ_TIMEOUT_MS } from '#src/storage/limits.ts'
import type { Queue } from './queue.ts'
import { createReceiptList } from './receipt-list.ts'
import { receiptPhotos } from './receipt-photos.ts'
import type { RemotePorts } from './remote.ts'
import { latestValue } from './resource.ts'
import type { CampaignModel, MasterModel, ReceiptEntry, ReceiptsModel } from './types.ts'
import { withRenewal } from './with-renewal.ts'

const drafts = lazyOnce(() => import('./receipt-draft.ts'))
const loadDraftModule = () => drafts().catch(() => null)

export const Receipts = createModel(
  (
    ports: RemotePorts & Pick<Ports, 'ids' | 'kv' | 'photos'>,
    identity: Identity,
    queue: Queue,
    more: {
      readonly campaign: Pick<CampaignModel, 'serverNow'>
      readonly master: Pick<MasterModel, 'stores'>
    },
  ): ReceiptsModel => {
    const { outbox } = queue
    const owner = () => identity.customerId.peek()
    const list = createReceiptList(ports, identity, queue, more.master)
    const { remember, ...photos } = receiptPhotos(ports, identity, outbox)
    return {
      ...list,
      ...photos,
      ...draftStore(ports.kv, owner),
      async get(id) {
        const entry = list.find(id)
        if (entry) return { ok: true, value: entry.receipt, headers: new Headers() }
        return withRenewal(identity, caller =>
          ports.api.call('getReceipt', {
            owner: caller,
            params: { id },
            timeout: READ_TIMEOUT_MS.withoutCache,
          }),
        )
      },
      photoUsedIn(sha256, draftId) {
        const has = ({ receipt: { id, status, images } }: ReceiptEntry) =>
          id !== draftId && status !== 'void' && images.includes(sha256)
        return latestValue(list.history.peek())?.find(has) ?? null
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
      duplicateOf(draft) {
        const number = normaliseReceiptNo(draft.receiptNo)
        const same = ({ receipt }: ReceiptEntry) =>
          receipt.id !== draft.id &&
          receipt.status !== 'void' &&
          receipt.storeId === draft.storeId &&
          normaliseReceiptNo(receipt.receiptNo) === number
        return number === '' ? null : (latestValue(list.history.peek())?.find(same) ?? null)
      },
      async send(draft, draftOf) {
        const customerId = owner()
        const forms = await loadDraftModule()
        if (forms === null) return { id: null, state: 'refused', failure: { kind: 'network' } }
        const carried = await photosOnPhone(outbox, owner(), draft.kept)
        const queued = outbox.jobs().filter(({ subject, state }) => subject === draft.id && state !== 'dead')
        const deletes =
          customerId === null ? [] : await draftKeys(forms, ports.kv, customerId, draft.id, draftOf)
        // If the receipt was delivered while its form was open, this is a correction. Version 0 means that the receipt is
        // still queued.
        const arrived = draftOf === null ? null : list.find(draftOf)?.receipt.version || null
        const edited = { ...draft, version: draft.version ?? arrived }
        const job = forms.jobOf(edited, { now: more.campaign.serverNow(), carried, queued, deletes })
        const sent = await (job.route === 'createReceipt'
          ? outbox.enqueue(job, customerId)
          : outbox.enqueue(job, customerId))
        if (customerId !== null && sent.state !== 'unsaved') remember(customerId, draft)
        return sent
      },
      async withdraw(id) {
        const customerId = owner()
        const created = outbox.jobs().find(job => job.route === 'createReceipt' && job.subject === id)
        // If the server already has the receipt with other contents, only the server can withdraw it.
        const discard = created !== undefined && !isOnServer(created) && !mayHaveArrived(created)
        if (discard && (await outbox.discard(created.id).catch(() => false)))
          return { id: created.id, state: 'gone' }
        // The app has stopped sending this job. Sending it again with the same key creates the receipt at most once, so
        // that it can be withdrawn.
        if (created !== undefined && mayHaveArrived(created)) await outbox.retry(created.id)
        const job = { route: 'deleteReceipt', params: { id }, body: {}, subject: id } as const
        return outbox.enqueue(job, customerId)
      },
    }
  },
)

async function draftKeys(
  { storedDraftKey, readDraft }: typeof import('./receipt-draft.ts'),
  kv: KeyValueStore,
  customerId: string,
  receiptId: string,
  draftOf: string | null,
): Promise<string[]> {
  const keys = [storedDraftKey(customerId, draftOf)]
  const unfinished = draftOf === null ? null : await readDraft(kv, customerId, null)
  return unfinished?.id === receiptId ? [...keys, storedDraftKey(customerId, null)] : keys
}

const isOnServer = ({ state, failure }: Job): boolean =>
  state === 'dead' && isRefused(failure, 'RECEIPT_EXISTS')

/** True if the job has expired, but an earlier attempt may have reached the server. */
const mayHaveArrived = ({ expired, attempts }: Job): boolean => expired && attempts > 0

function draftStore(
  kv: KeyValueStore,
  owner: () => string | null,
): Pick<ReceiptsModel, 'loadDraft' | 'saveDraft' | 'deleteDraft'> {
  return {
    async loadDraft(id) {
      const customerId = owner()
      if (customerId === null) return null
      return (await loadDraftModule())?.readDraft(kv, customerId, id) ?? null
    },
    async saveDraft(id, draft) {
      const customerId = owner()
      if (customerId === null) return false
      return (await loadDraftModule())?.writeDraft(kv, customerId, id, draft) ?? false
    },
    async deleteDraft(id) {
      const customerId = owner()
      if (customerId !== null) await (await loadDraftModule())?.writeDraft(kv, customerId, id, null)
    },
  }
}

async function photosOnPhone(
  outbox: Outbox,
  customerId: string | null,
  hashes: readonly string[],
): Promise<JobPhoto[]> {
  if (customerId === null) return []
  const found = await Promise.all(
    hashes.map(async sha256 => {
      const photo = await outbox.photo(customerId, sha256)
      return photo === null ? [] : [{ sha256, ...photo }]
    }),
  )
  return found.flat()
}
