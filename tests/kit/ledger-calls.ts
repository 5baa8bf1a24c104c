import type { Answer, CallName } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { normaliseReceiptNo } from '#contract/rules.ts'
import type { Receipt } from '#contract/schema/receipt.ts'
import { isoOf, momentOf } from '#contract/time.ts'
import { openActivity } from './fake-data.ts'
import { sha256Of } from './images.ts'

/** A call as the reference server's handlers receive it: authorized and validated. */
export type LedgerCall = {
  readonly owner: string
  // biome-ignore lint/suspicious/noExplicitAny: the call's own schema has validated it.
  readonly body: any
  readonly params: Readonly<Record<string, string>>
  readonly headers: Headers
  readonly bytes: Uint8Array
}
type Handlers = Readonly<Partial<Record<CallName, (call: LedgerCall) => unknown>>>

export class LedgerRefusal extends Error {
  readonly code: ErrorCode
  /** The server's current object, if the error reports one. */
  readonly current: unknown
  constructor(code: ErrorCode, current?: unknown) {
    super(code)
    this.code = code
    this.current = current
  }
}

export const refuse = (code: ErrorCode, current?: unknown): never => {
  throw new LedgerRefusal(code, current)
}

type StoredReceipt = Receipt & { readonly owner: string }
type StoredAnswer = {
  readonly owner: string
  readonly id: string
  readonly text: string
  readonly at: number
}

const QUESTION_ID = '01938000-0000-7000-8000-0000000000b1'
const MIN_AMOUNT = 100
const undecided = {
  storeName: '',
  status: 'pending',
  rights: 1,
  rejectReason: null,
  rejectText: null,
  editable: true,
  resubmitsLeft: 3,
  version: 1,
  reviewedAt: null,
} as const

/** Creates the reference server's tables and the calls that read and write them. */
export function ledgerCalls(now: () => number) {
  const receipts = new Map<string, StoredReceipt>()
  const answers = new Map<string, StoredAnswer>()
  const images = new Map<string, Uint8Array>()
  const uploads = new Map<string, { readonly total: number; readonly bytes: Uint8Array }>()
  const pageViews = new Map<string, { readonly owner: string; readonly path: string }>()

  function ownReceipt({ owner, params }: LedgerCall, id = params.id ?? ''): StoredReceipt {
    const receipt = receipts.get(id)
    return receipt?.owner === owner ? receipt : refuse('NOT_FOUND')
  }

  function save(receipt: StoredReceipt): StoredReceipt {
    receipts.set(receipt.id, receipt)
    return receipt
  }

  /** Checks a receipt's fields in the same order as the real server. */
  function checkedFields(id: string, { owner, body }: LedgerCall) {
    const { storeId, receiptNo, amount, purchasedAt } = body
    const photos: string[] = body.images
    const taken = (other: StoredReceipt) =>
      other.id !== id &&
      other.owner === owner &&
      other.status !== 'void' &&
      other.storeId === storeId &&
      normaliseReceiptNo(other.receiptNo) === normaliseReceiptNo(receiptNo)
    if (amount < MIN_AMOUNT) refuse('BELOW_MINIMUM')
    if (photos.some(sha256 => !images.has(`${owner}/${sha256}`))) refuse('IMAGE_MISSING')
    if ([...receipts.values()].some(taken)) refuse('RECEIPT_DUPLICATE')
    return { storeId, receiptNo, amount, purchasedAt, images: photos }
  }

  function storedImage(sha256: string, { length }: Uint8Array): Answer<'uploadImage'> {
    return { sha256, bytes: length, width: 200, height: 200, contentType: 'image/png' }
  }

  /** Stores a photo or the next piece of one. A piece at an unexpected offset changes nothing. */
  function upload({ owner, params, headers, bytes }: LedgerCall): Answer<'uploadImage'> {
    const sha256 = params.sha256 ?? ''
    const name = `${owner}/${sha256}`
    const finished = images.get(name)
    if (finished) return storedImage(sha256, finished)
    const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')
    const [start, total] = range ? [Number(range[1]), Number(range[2])] : [0, bytes.length]
    const begun = uploads.get(name)
    const earlier = begun?.total === total ? begun.bytes : start === 0 ? new Uint8Array() : begun?.bytes
    const received = earlier?.length ?? 0
    if (earlier === undefined || received !== start) return { sha256, received }
    const whole = received === 0 ? bytes : Buffer.concat([earlier, bytes])
    uploads.set(name, { total, bytes: whole })
    if (whole.length < total) return { sha256, received: whole.length }
    uploads.delete(name)
    if (sha256Of(whole) !== sha256) refuse('IMAGE_HASH')
    images.set(name, whole)
    return storedImage(sha256, whole)
  }

  const handlers: Handlers = {
    activity: () => ({ ...openActivity, serverTime: isoOf(now()) }),
    createReceipt(call) {
      const { owner, body } = call
      if (receipts.has(body.id)) {
        const earlier = ownReceipt(call, body.id)
        return hasContents(earlier, body) ? earlier : refuse('RECEIPT_EXISTS', earlier)
      }
      const at = isoOf(now())
      return save({
        ...undecided,
        ...checkedFields(body.id, call),
        id: body.id,
        owner,
        createdAt: at,
        updatedAt: at,
      })
    },
    updateReceipt(call) {
      const old = ownReceipt(call)
      const version = call.headers.get('if-match')?.replaceAll('"', '')
      if (version !== undefined && Number(version) !== old.version) refuse('VERSION_CONFLICT')
      if (old.status !== 'pending') refuse('NOT_EDITABLE')
      return save({
        ...old,
        ...checkedFields(old.id, call),
        version: old.version + 1,
        updatedAt: isoOf(now()),
      })
    },
    deleteReceipt(call) {
      const old = ownReceipt(call)
      if (old.status !== 'void') save({ ...old, status: 'void', editable: false, version: old.version + 1 })
      return { id: old.id, status: 'void' }
    },
    // Must come before `getReceipt`, whose path also matches the path of this call.
    receiptHistory: ({ owner }) =>
      [...receipts.values()].filter(receipt => receipt.owner === owner).reverse(),
    getReceipt: call => ownReceipt(call),
    question: () => ({ id: QUESTION_ID, textTh: 'คำถาม', kind: 'text', maxLen: 200, closesAt: null }),
    lastAnswer({ owner }) {
      const given = answers.get(owner)
      if (!given) return { answerText: null }
      const { id, text, at } = given
      return { id, questionId: QUESTION_ID, answerText: text, answeredAt: isoOf(at) }
    },
    postAnswer({ owner, body }) {
      if (body.questionId !== undefined && body.questionId !== QUESTION_ID) refuse('NOT_FOUND')
      const at = Math.min(body.at === undefined ? now() : momentOf(body.at), now())
      const old = answers.get(owner)
      // The answer that the customer gave last wins, even if it arrives first.
      const kept = old && old.at > at ? old : { owner, id: old?.id ?? body.id, text: body.Answer, at }
      answers.set(owner, kept)
      return {
        id: kept.id,
        questionId: QUESTION_ID,
        answerText: kept.text,
        rights: 1,
        answeredAt: isoOf(kept.at),
      }
    },
    uploadImage: upload,
    headImage({ owner, params }) {
      const name = `${owner}/${params.sha256}`
      const bytes = images.get(name) ?? uploads.get(name)?.bytes ?? refuse('NOT_FOUND')
      return new Response(null, { headers: { 'Upload-Offset': String(bytes.length) } })
    },
    logBatch({ owner, body }) {
      const before = pageViews.size
      for (const { eventId, path } of body.events)
        if (!pageViews.has(eventId)) pageViews.set(eventId, { owner, path })
      const accepted = pageViews.size - before
      return { accepted, duplicates: body.events.length - accepted }
    },
    logPageView({ owner, body: { path, eventId = `view ${pageViews.size}` } }) {
      if (!pageViews.has(eventId)) pageViews.set(eventId, { owner, path })
      return { logged: true }
    },
  }
  return { handlers, receipts, answers, pageViews }
}

function hasContents(receipt: Receipt, sent: Receipt): boolean {
  return (
    receipt.storeId === sent.storeId &&
    normaliseReceiptNo(receipt.receiptNo) === normaliseReceiptNo(sent.receiptNo) &&
    receipt.amount === sent.amount &&
    momentOf(receipt.purchasedAt) === momentOf(sent.purchasedAt) &&
    receipt.images.join() === sent.images.join()
  )
}
