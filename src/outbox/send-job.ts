import type { Answer, BodyInput, Params } from '#contract/calls.ts'
import { purchaseAsSent } from '#contract/purchase-as-sent.ts'
import { normaliseReceiptNo } from '#contract/rules.ts'
import type { Receipt } from '#contract/schema/receipt.ts'
import { momentOf } from '#contract/time.ts'
import { type Api, type Failure, isRefused } from '#src/ports.ts'
import { classify, retryAfterOf } from './classify.ts'
import type { Job, QueueableRoute } from './job.ts'
import { callsOf, type JobCall } from './job-calls.ts'
import { WRITE_TIMEOUT_MS } from './limits.ts'
import { isUnshown, knowsNoKeys } from './spec-server.ts'
import { type StoredPhoto, uploadPhoto } from './upload.ts'

export type Attempt =
  | { readonly acked: true; readonly answer: Answer<QueueableRoute> | null }
  /** `photosGone` is true if this phone lacks an intact copy of any photo. */
  | { readonly acked: false; readonly failure: Failure; readonly photosGone: boolean }

export type SendOptions = {
  readonly signal: AbortSignal
  readonly photo: (sha256: string) => Promise<StoredPhoto | null>
  readonly sentBytes: Map<string, number>
  readonly isOverdue: boolean
  /** Receives the progress of all photos together, from 0 to 1. */
  readonly progress: (part: number) => void
}

/**
 * The job counts as delivered only if a valid response contains its idempotency key or the server has no keys, and as
 * refused only if our server's error contains the key. A captive portal's 200 or a gateway's 403 passes neither check.
 */
export async function sendJob(api: Api, job: Job, options: SendOptions): Promise<Attempt> {
  const attempt = await tryToSend(api, job, options)
  return attempt.acked ? attempt : { ...attempt, failure: await compared(api, job, attempt.failure, options) }
}

async function tryToSend(api: Api, job: Job, options: SendOptions): Promise<Attempt> {
  // An edited receipt's photos may have been uploaded earlier and deleted from the phone.
  let photosGone = job.photos.length === 0
  const counting: SendOptions = {
    ...options,
    async photo(sha256) {
      // If the database fails, a later attempt may find the photo.
      const photo = await options.photo(sha256).catch(() => undefined)
      // The server may already have the photo; the call below will show that.
      photosGone ||= photo === null
      return photo ?? null
    },
  }
  const unsent = (failure: Failure): Attempt => ({ acked: false, failure, photosGone })
  const call = callsOf(api, job)
  const missing = await sendPhotos(call, job, counting, job.attempts > 0)
  if (missing) return unsent(missing)
  const attempt = await post(api, call, job, options.signal)
  if (attempt.acked) return attempt
  if (job.route === 'createReceipt' && isRefused(attempt.failure, 'IDEMPOTENCY_KEY_REUSED')) {
    const known = await findReceipt(call, job, attempt.failure, options.signal)
    return known.acked ? known : unsent(known.failure)
  }
  if (!isRefused(attempt.failure, 'IMAGE_MISSING') || photosGone) return unsent(attempt.failure)
  const stillMissing = await sendPhotos(call, job, counting, true)
  if (stillMissing) return unsent(stillMissing)
  const second = await post(api, call, job, options.signal)
  return second.acked ? second : unsent(second.failure)
}

async function sendPhotos(
  call: JobCall,
  job: Job,
  options: SendOptions,
  mayHaveBeenSent: boolean,
): Promise<Failure | null> {
  const total = job.photos.reduce((sum, photo) => sum + photo.size, 0)
  let done = 0
  for (const { sha256, size } of job.photos) {
    const photo = await options.photo(sha256)
    if (photo === null) continue
    const failure = await uploadPhoto(call, {
      sha256,
      photo,
      owner: job.owner,
      mayHaveBeenSent,
      signal: options.signal,
      sentBytes: options.sentBytes,
      progress: sent => options.progress((done + sent) / total),
    })
    if (failure) return failure
    done += size
  }
  return null
}

/** Spec S7 does not define these calls' responses. */
const inSpec: readonly QueueableRoute[] = ['postAnswer', 'putCustomer', 'confirmConcert']

type Posted = Extract<Attempt, { acked: true }> | { readonly acked: false; readonly failure: Failure }

async function post(api: Api, call: JobCall, job: Job, signal: AbortSignal): Promise<Posted> {
  const reply = await call(job.route, {
    params: job.params as Params<QueueableRoute>,
    ...(job.body === null ? {} : { body: job.body as BodyInput<QueueableRoute> }),
    owner: job.owner,
    ...(job.ifMatch === null ? {} : { ifMatch: job.ifMatch }),
    timeout: WRITE_TIMEOUT_MS,
    signal,
  })
  if (!reply.ok) {
    const { failure } = reply
    const isReceived = inSpec.includes(job.route) && (await isUnshown(api, job.owner, reply, signal))
    return isReceived ? { acked: true, answer: null } : { acked: false, failure }
  }
  const key = reply.headers.get('idempotency-key')
  if (key === job.id || (key === null && (await knowsNoKeys(api, job.owner, signal))))
    return { acked: true, answer: reply.value }
  return { acked: false, failure: { kind: 'portal', status: 200 } }
}

/**
 * If the status could come from a filter, makes another call and increases `alone` if our server responds to that one.
 * Makes no call during `Retry-After`, or if the server may be overloaded, unless the job is overdue.
 */
async function compared(
  api: Api,
  { id, failure: before }: Job,
  failure: Failure,
  { isOverdue, signal }: SendOptions,
): Promise<Failure> {
  const isOurs = failure.kind === 'refused' && (failure.key === id || classify(failure) !== 'unreached')
  if (isOurs || !('status' in failure) || retryAfterOf(failure) !== null) return failure
  const { status } = failure
  const isUnclear = status < 400 || (status >= 500 && isOverdue)
  if (!isUnclear || !(await api.call('activity', { timeout: WRITE_TIMEOUT_MS, signal })).ok) return failure
  const times = before?.kind === 'portal' ? (before.alone ?? 0) : 0
  return { kind: 'portal', status, alone: times + 1 }
}

/**
 * The server has already used this key. If its receipt has the same contents, the job was delivered; otherwise, the
 * customer must correct that receipt.
 */
async function findReceipt(call: JobCall, job: Job, reused: Failure, signal: AbortSignal): Promise<Posted> {
  const reply = await call('getReceipt', {
    params: { id: job.subject },
    owner: job.owner,
    timeout: WRITE_TIMEOUT_MS,
    signal,
  })
  if (!reply.ok) {
    const unknown = reply.failure.kind === 'refused' && reply.failure.status === 404
    return { acked: false, failure: unknown ? reused : reply.failure }
  }
  if (isSameReceipt(job.body as BodyInput<'createReceipt'>, reply.value))
    return { acked: true, answer: reply.value }
  return { acked: false, failure: { ...reused, code: 'RECEIPT_EXISTS', current: reply.value } as Failure }
}

function isSameReceipt(sent: BodyInput<'createReceipt'>, stored: Receipt): boolean {
  const purchase = purchaseAsSent(stored)
  return (
    sent.storeId === purchase.storeId &&
    normaliseReceiptNo(sent.receiptNo) === normaliseReceiptNo(purchase.receiptNo) &&
    sent.amount === purchase.amount &&
    momentOf(sent.purchasedAt) === momentOf(purchase.purchasedAt) &&
    sent.images.join() === stored.images.join()
  )
}
