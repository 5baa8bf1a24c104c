import type { Answer, AppCallName, BodyInput } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { isRecent } from '#contract/recent.ts'
import { classify, retryAfterOf } from '#src/outbox/classify.ts'
import { type CachedRead, type CachedReads, type Ports, type Reply, refusal } from '#src/ports.ts'
import { READ_TIMEOUT_MS } from '#src/storage/limits.ts'

const partNames = { getCustomer: 'customer', getReward: 'reward', receiptHistory: 'receipts' } as const
type Part = (typeof partNames)[keyof typeof partNames]
const partOf = (route: AppCallName) => (partNames as Partial<Record<AppCallName, Part>>)[route]

const MAX_AGE_MS = 30_000

export type Visit = {
  readonly reads: CachedReads
  readonly etags: (owner: string) => NonNullable<BodyInput<'visit'>['etags']>
  /** `owner` is the customer whose session was sent with the visit call. */
  begin(reply: Promise<Reply<Answer<'visit'>>>, owner: string | null): void
  isUnused(part: Part): boolean
  onRead: (owner: string | null) => void
}

type Given = {
  readonly at: number
  readonly owner: string | null
  readonly reply: Reply<Answer<'visit'>>
}

/** Each part of the response is used only once, and not after a write that it may not contain. */
export function createVisit({ reads, clock, tabs }: Pick<Ports, 'reads' | 'clock' | 'tabs'>): Visit {
  const etags: { [P in Part]?: { readonly owner: string | null; readonly etag: string } } = {}
  let unused = new Set<string | undefined>()
  let answer: Promise<Given | null> = Promise.resolve(null)

  async function take<N extends AppCallName>(
    { owner }: CachedRead<N>,
    part: Part,
    copy: { readonly etag: string; readonly value: Answer<N> } | undefined,
  ): Promise<Reply<Answer<N>> | null> {
    // Another visit call may begin while this one is running.
    const mine = unused
    const late = new Promise<null>(resolve => clock.after(READ_TIMEOUT_MS.withCache, () => resolve(null)))
    const given = await Promise.race([answer, late])
    if (given === null || !isRecent(given.at, clock.now(), MAX_AGE_MS)) return null
    const { reply } = given
    const customerId = reply.ok ? reply.value.customerId : given.owner
    if (customerId !== owner || !mine.delete(part)) return null
    // If the session has expired, or the server is down and sent `Retry-After`, a separate call would also fail. A 429
    // for sign-ins does not apply to other calls.
    if (!reply.ok) {
      const verdict = classify(reply.failure)
      const isDown = verdict === 'unreached' && retryAfterOf(reply.failure) !== null
      return isDown || verdict === 'sign-in' ? reply : null
    }
    return replyOf(reply.value[part] as AnyPart<Answer<N>>, copy)
  }

  // Another tab may have stored a newer response.
  tabs.listen(message => {
    if (message.type === 'cache-changed') unused.delete(message.key.split('/').pop())
  })
  const visit: Visit = {
    etags: owner =>
      Object.fromEntries(
        Object.entries(etags).flatMap(([part, one]) => (one.owner === owner ? [[part, one.etag]] : [])),
      ),
    begin(reply, owner) {
      unused = new Set(Object.values(partNames))
      answer = reply.then(given => ({ at: clock.now(), owner, reply: given }))
    },
    isUnused: part => unused.has(part),
    onRead: () => {},
    reads: {
      async stored(read) {
        const copy = await reads.stored(read)
        const part = partOf(read.route)
        if (part && copy?.etag) etags[part] = { owner: read.owner, etag: copy.etag }
        return copy
      },
      fresh(read, copy) {
        const part = partOf(read.route)
        if (!part || read.afterWrite) unused.delete(part)
        else visit.onRead(read.owner)
        return reads.fresh(
          read,
          copy,
          part && unused.has(part) ? cached => take(read, part, cached) : undefined,
        )
      },
      store(read, value) {
        unused.delete(partOf(read.route))
        return reads.store(read, value)
      },
    },
  }
  return visit
}

type AnyPart<T> =
  | {
      readonly etag: string
      readonly link?: string | undefined
      readonly epoch?: string | undefined
      readonly value: T
    }
  | Extract<Answer<'visit'>['logs'], { status: number }>
  | { readonly etag: string; readonly epoch?: string | undefined }

function replyOf<T>(
  part: AnyPart<T>,
  copy: { readonly etag: string; readonly value: T } | undefined,
): Reply<T> | null {
  if ('error' in part) {
    const { error, message, requestId, fields = [], retryAfter = null } = part.error
    const details = { message, fields, requestId, retryAfter }
    return { ok: false, failure: refusal(part.status, error as ErrorCode, details), headers: null }
  }
  const { etag, epoch } = part
  const headers = new Headers({ etag, ...(epoch && { 'data-epoch': epoch }) })
  if ('value' in part) {
    if (part.link) headers.set('link', part.link)
    return { ok: true, value: part.value, headers }
  }
  return copy?.etag === etag ? { ok: true, value: copy.value, headers } : null
}
