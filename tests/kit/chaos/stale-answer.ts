import type { Answer } from '#contract/calls.ts'

const OTHER = '01938000-0000-7000-8000-0000000000ff'
const AT = '2026-11-20T12:00:00+07:00'

const receipt: Answer<'createReceipt'> = {
  id: OTHER,
  storeId: 1,
  storeName: '',
  receiptNo: 'OTHER-1',
  amount: 250,
  purchasedAt: AT,
  images: [],
  status: 'pending',
  rights: 1,
  rejectReason: null,
  rejectText: null,
  editable: true,
  resubmitsLeft: 3,
  version: 1,
  createdAt: AT,
  updatedAt: AT,
  reviewedAt: null,
}
const answer: Answer<'postAnswer'> = {
  id: OTHER,
  questionId: OTHER,
  answerText: 'other',
  rights: 1,
  answeredAt: AT,
}
const withdrawn: Answer<'deleteReceipt'> = { id: OTHER, status: 'void' }
const image: Answer<'uploadImage'> = { sha256: '0'.repeat(64), received: 1 }

/** Returns a complete answer of our server to the same call for another job, with that job's idempotency key. */
export function staleAnswer({ method, url }: Request): Response {
  const { pathname } = new URL(url)
  const headers = { 'Idempotency-Key': OTHER, 'X-Request-Id': 'stale', 'Content-Type': 'application/json' }
  if (method === 'HEAD') return new Response(null, { headers: { ...headers, 'Upload-Offset': '0' } })
  const body =
    pathname === '/api/answer'
      ? answer
      : pathname.includes('/image/')
        ? image
        : method === 'DELETE'
          ? withdrawn
          : receipt
  return new Response(JSON.stringify(body), { headers })
}
