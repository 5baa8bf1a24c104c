import type { Receipt } from '#contract/schema/receipt.ts'
import { isoOf } from '#contract/time.ts'
import type { Job } from '#src/outbox/job.ts'
import type { JobView } from '#src/outbox/job-view.ts'
import type { ReceiptEntry } from './types.ts'

type StoreNames = Pick<Receipt, 'storeName' | 'storeNameEn'>
type Fields = Pick<Receipt, 'storeId' | 'receiptNo' | 'amount' | 'purchasedAt' | 'images'>

function optimisticReceipt(job: Job, namesOf: (storeId: number) => StoreNames | null): Receipt {
  const { storeId, receiptNo, amount, purchasedAt, images } = job.body as Fields
  const at = isoOf(job.createdAt)
  return {
    id: job.subject,
    storeId,
    ...(namesOf(storeId) ?? { storeName: '' }),
    receiptNo,
    amount,
    purchasedAt,
    images: [...images],
    status: 'pending',
    rights: 0,
    rejectReason: null,
    rejectText: null,
    editable: true,
    resubmitsLeft: 0,
    version: 0,
    createdAt: at,
    updatedAt: at,
    reviewedAt: null,
  }
}

/**
 * Applies queued jobs. New receipts come first. A receipt whose withdrawal is in `outcomes` is void, even if the list
 * is older. A restored server may have lost the withdrawal; its list has another epoch. `epoch` is null if unknown.
 */
export function entriesOf(
  { receipts, epoch }: { readonly receipts: readonly Receipt[]; readonly epoch: string | null },
  jobs: readonly Job[],
  views: readonly JobView[],
  outcomes: readonly JobView[],
  namesOf: (storeId: number) => StoreNames | null,
): readonly ReceiptEntry[] {
  const newest = new Map<string, { job: Job; view: JobView }>()
  for (const job of jobs) {
    const view = views.find(({ id }) => id === job.id)
    if (view?.subject) newest.set(view.subject, { job, view })
  }
  const known = new Set(receipts.map(receipt => receipt.id))
  const added = jobs
    .filter(job => job.route === 'createReceipt' && !known.has(job.subject))
    .map(job => {
      const last = newest.get(job.subject)
      const body = (last && changedFields(last.job)) ?? job.body
      return { receipt: optimisticReceipt({ ...job, body }, namesOf), queued: last?.view ?? null }
    })
  const withdrawn = new Set(
    outcomes.flatMap(outcome => {
      const isLost = epoch !== null && outcome.epoch !== null && outcome.epoch !== epoch
      return outcome.route === 'deleteReceipt' && outcome.state === 'received' && !isLost
        ? [outcome.subject]
        : []
    }),
  )
  const listed = receipts.map(stored => {
    const receipt = withdrawn.has(stored.id)
      ? { ...stored, status: 'void' as const, editable: false }
      : stored
    const waiting = newest.get(receipt.id)
    if (!waiting) return { receipt, queued: null }
    const { job, view } = waiting
    const { storeId, receiptNo, amount, purchasedAt, images } = changedFields(job) ?? receipt
    const shown = { ...receipt, storeId, receiptNo, amount, purchasedAt, images: [...images] }
    return { receipt: { ...shown, ...namesOf(storeId) }, queued: view }
  })
  return [...added.reverse(), ...listed]
}

const changedFields = (job: Job): Fields | null =>
  job.route === 'updateReceipt' && job.state !== 'dead' ? (job.body as Fields) : null
