import type { TextKey } from '#src/i18n/keys.ts'
import type { Claim } from '#src/ui/write-status.ts'
import type { Said, SaidOn } from './said.ts'
import { type Facts, isOnServer, lieOf, lieOfBlocked, lieOfReplaced } from './truth.ts'
import type { Write } from './writes.ts'

/** Returns why a sentence is untrue, or null if it is true. */
type Truth = (said: Said, facts: Facts) => string | null

type Counted = (facts: Facts) => (write: Write) => boolean

/** Counts every job on the phone. */
const every: Counted = () => () => true
/** Counts the jobs that the phone still sends. */
const waiting: Counted = facts => write => !facts.stopped.has(write.id)
/** Counts the jobs that need the customer's decision. */
const stopped: Counted = facts => write => facts.stopped.has(write.id)

/** Returns the jobs of the page's customer that the phone has stored and that `counted` counts. */
const jobsOf = ({ own }: SaidOn, facts: Facts, counted: Counted) =>
  own.filter(write => facts.stored.has(write.id)).filter(counted(facts))

/**
 * Returns the writes that the page must know as jobs: those that are stored, whose outcome the page does not know, and
 * whose own page has not crashed or closed.
 */
export const knownJobs = (page: SaidOn, facts: Facts, counted: Counted = waiting) =>
  jobsOf(page, facts, counted).filter(write => !write.page.dead() && !page.settled.has(write.id))

function anyOf(writes: readonly Write[], lieOfOne: (write: Write) => string | null): string | null {
  const lies = writes.map(lieOfOne)
  if (lies.length === 0) return 'no write has these contents'
  return lies.includes(null) ? null : (lies[0] ?? null)
}

/** Checks that the claim is true of the write. */
const about =
  (claim: Claim): Truth =>
  ({ writes, page }, facts) =>
    // Without the database, a page does not know what another tab has done with a stored job.
    page.blind && claim !== 'received' ? null : anyOf(writes, write => lieOf(claim, write, facts))

/** Checks that the phone has the write and has not stopped sending it. */
const onTheWay: Truth = ({ writes, page }, facts) =>
  page.blind
    ? null
    : anyOf(writes, write => {
        if (facts.stopped.has(write.id)) return 'the phone has stopped sending it'
        return facts.stored.has(write.id) || page.inMemory.includes(write)
          ? null
          : 'the phone does not have it'
      })

/**
 * Checks that the write has waited for more than a day and that something between the phone and the server has refused
 * it.
 */
const blockedOne: Truth = ({ writes, page }, facts) =>
  page.blind ? null : anyOf(writes, write => lieOfBlocked(write, facts))
const blocked: Counted = facts => write => lieOfBlocked(write, facts) === null

const replaced: Truth = ({ writes }, facts) => anyOf(writes, write => lieOfReplaced(write, facts))

/** Checks that the server has refused the write with the error code in the text's key. */
const refusedWith: Truth = ({ key, writes, page }, facts) =>
  page.blind
    ? null
    : anyOf(writes, ({ id }) =>
        facts.codes.get(id)?.has(key.slice('error.'.length)) ? null : 'the server has not refused it so',
      )

/** Checks that the placeholder `count` is the number of these jobs. Jobs in this page's memory may be included. */
const countOf =
  (counted: Counted): Truth =>
  ({ values: { count }, page }, facts) => {
    if (page.blind) return null
    const least = knownJobs(page, facts, counted).length
    const most = jobsOf(page, facts, counted).length + page.inMemory.length
    const isRight = Number(count) >= least && Number(count) <= most
    return isRight ? null : `there are ${least}${least === most ? '' : ` to ${most}`}`
  }

/** Checks that the phone has such a job. */
const some =
  (counted: Counted): Truth =>
  ({ page }, facts) =>
    page.blind || page.inMemory.length + jobsOf(page, facts, counted).length > 0
      ? null
      : 'the phone has no such job'

const noJobs: Truth = ({ page }, facts) => {
  const count = knownJobs(page, facts, every).length
  return count === 0 || (page.blind && page.loaded) ? null : `there are ${count}`
}

const volatile: Truth = ({ page }) => (page.inMemory.length > 0 ? null : 'the phone has stored everything')

const offline: Truth = ({ page: { heard } }) =>
  heard === 'error' || heard === 'stranger' ? 'the newest request has an answer' : null
const behindPortal: Truth = ({ page: { heard } }) =>
  heard === 'stranger' ? null : `the newest request got: ${heard}`

const notLoaded: Truth = ({ page }) => (page.loaded ? 'the page has loaded the jobs' : null)

const somethingSent: Truth = ({ page }, facts) =>
  page.own.some(write => isOnServer(facts, write)) ? null : 'the server has nothing'

/** Checks that the server has the receipt and that its status fits. */
const receiptIs =
  (fits: (status: string) => boolean): Truth =>
  ({ receipt, page }, facts) => {
    const found = facts.ledger.receipts.find(({ id }) => id === receipt)
    if (found === undefined) return 'the server does not have the receipt'
    if (fits(found.status) || page.wasBlind) return null
    // The phone does not know of a change before it gets the acknowledgement, or after a sign-out has deleted the
    // acknowledgement.
    const isKnown = page.own.some(
      ({ id, job, purged }) =>
        job.subject === receipt && job.route === 'deleteReceipt' && page.acknowledged.has(id) && !purged,
    )
    return isKnown ? `the receipt is ${found.status}` : null
  }

/** Checks that the phone has not received the acknowledgement. The server may have the write. */
const unconfirmed: Truth = ({ writes, page }) =>
  anyOf(writes, ({ id }) => (page.acknowledged.has(id) ? 'the server has confirmed it' : null))

const noReceipts: Truth = ({ page }, facts) => {
  if (page.wasBlind) return null
  const known = page.own.filter(({ kind, id }) => kind === 'receipt' && page.acknowledged.has(id))
  const isReceipt: Counted = () => write => write.job.route === 'createReceipt'
  const count = known.length + knownJobs(page, facts, isReceipt).length
  return count === 0 ? null : `there are ${count}`
}

const answered: Truth = ({ page }, facts) =>
  page.own.some(write => write.kind === 'answer' && isOnServer(facts, write))
    ? null
    : 'the server has no answer'

const [saved, received] = [about('saved'), about('received')]
const [refused, deleted, pageOnly] = [about('stopped'), about('deleted'), about('page-only')]
const [waits, anyWaits] = [onTheWay, some(waiting)]

/**
 * Checks that the server has the write, or has its receipt from a later write that replaced this one after a refusal.
 */
const receiptReceived: Truth = (said, facts) =>
  said.writes.some(({ id }) => facts.ledger.receipts.some(receipt => receipt.id === id))
    ? null
    : received(said, facts)

/** Accepts the sentence whatever has happened to the write. */
const always: Truth = () => null

/** The checks of the texts about writes, by text key. */
export const truths = {
  'write.checking.title': notLoaded,
  'write.checking.text': notLoaded,
  'write.checking.slow': notLoaded,
  'write.unknown.title': always,
  'write.unknown.text': always,
  'write.sending.title': waits,
  'write.sending.text': saved,
  'write.due.title': saved,
  'write.due.text': saved,
  'write.network.title': saved,
  'write.network.text': saved,
  'write.gateway.title': saved,
  'write.gateway.text': saved,
  'write.blocked.title': blockedOne,
  'write.blocked.text': blockedOne,
  'write.server.title': saved,
  'write.server.text': saved,
  'write.turn.title': saved,
  'write.turn.text': saved,
  'write.storage.title': saved,
  'write.storage.text': saved,
  'write.sign-in.title': saved,
  'write.sign-in.text': saved,
  'write.pageOnly.title': pageOnly,
  'write.pageOnly.text': pageOnly,
  'write.refused.title': refused,
  'write.refused.text': refused,
  'write.exists.title': refused,
  'write.exists.text': refused,
  'write.lost.title': refused,
  'write.lost.text': refused,
  'write.expired.title': refused,
  'write.expired.text': refused,
  'write.received.title': received,
  'write.received.text': received,
  'write.withdrawn.title': deleted,
  'write.withdrawn.text': deleted,
  'write.replaced.title': replaced,
  'write.replaced.text': replaced,
  'write.arriveBy': anyWaits,
  'outbox.needsYou': some(stopped),
  'outbox.waiting': countOf(waiting),
  'outbox.empty': noJobs,
  'outbox.emptyText': noJobs,
  'outbox.notLoaded': notLoaded,
  'outbox.lastSent': somethingSent,
  'outbox.why.sending': anyWaits,
  'outbox.why.sign-in': anyWaits,
  'outbox.why.network': anyWaits,
  'outbox.why.gateway': anyWaits,
  'outbox.why.blocked': some(blocked),
  'outbox.why.server': anyWaits,
  'outbox.why.storage': anyWaits,
  'outbox.why.rounds': anyWaits,
  'outbox.why.due': anyWaits,
  'outbox.nextSeconds': anyWaits,
  'outbox.nextMinutes': anyWaits,
  'outbox.nextAt': anyWaits,
  'outbox.waits.turn': waits,
  'outbox.waits.network': waits,
  'outbox.waits.gateway': waits,
  'outbox.waits.blocked': blockedOne,
  'outbox.waits.server': waits,
  'outbox.waits.storage': waits,
  'outbox.waits.sign-in': waits,
  'outbox.deleted': deleted,
  'outbox.maybeSent': always,
  'outbox.maybeSentText': always,
  'outbox.maybeSentReceipt': always,
  'outbox.notRetried': always,
  'outbox.notDeleted': always,
  'outbox.notDeletedText': always,
  'outbox.unreadable': always,
  'outbox.unreadableText': always,
  'thanks.receipt': receiptReceived,
  'thanks.disputed': receiptReceived,
  'thanks.answer': received,
  'thanks.confirm': received,
  'answer.last': answered,
  'status.queued': saved,
  'status.sending': waits,
  'status.sendingPercent': waits,
  'status.signIn': saved,
  'status.needsYou': refused,
  'status.pending': receiptIs(status => status === 'pending'),
  'status.approved': receiptIs(status => status === 'approved'),
  'status.rejected': receiptIs(status => status === 'rejected'),
  'status.void': receiptIs(status => status === 'void'),
  'status.pageOnly': pageOnly,
  'status.correcting': waits,
  'status.withdrawing': waits,
  'status.withdrawFailed': refused,
  'status.expired': refused,
  'status.lost': refused,
  'status.received': received,
  'status.deleted': deleted,
  'status.replaced': replaced,
  'status.unknown': always,
  'detail.pending': receiptIs(status => status === 'pending'),
  'detail.pendingBy': receiptIs(status => status === 'pending'),
  'detail.overdue': receiptIs(status => status === 'pending'),
  'detail.disputed': receiptIs(status => status === 'pending'),
  'detail.approved': receiptIs(status => status === 'approved'),
  'detail.corrected': receiptIs(status => status === 'approved'),
  'detail.correctedFrom': receiptIs(status => status === 'approved'),
  'detail.void': receiptIs(status => status === 'void'),
  'detail.resubmits': receiptIs(status => status === 'rejected'),
  'receipt.readOnly': receiptIs(status => status !== 'pending'),
  'receipt.rejected': receiptIs(status => status === 'rejected'),
  'receipt.notFound': always,
  'receipt.unsaved': always,
  'receipt.duplicate': always,
  'receipt.exists': always,
  'receipt.withdrawn': always,
  'receipt.withdrawQueued': unconfirmed,
  'history.empty': noReceipts,
  'offline.strip': offline,
  'offline.since': offline,
  'offline.portal': behindPortal,
  'offline.portalSince': behindPortal,
  'offline.waiting': countOf(waiting),
  'offline.attention': countOf(stopped),
  'offline.unreadable': always,
  'offline.volatile': volatile,
  'profile.outbox': countOf(every),
  'profile.logoutUnsent': countOf(every),
  'profile.logoutVolatile': volatile,
  'profile.saved': always,
  'profile.savedLater': always,
  'profile.notSaved': always,
  'profile.copyUnsent': always,
} as const satisfies { readonly [K in TextKey]?: Truth }

export const truthOf = (key: TextKey): Truth | null =>
  key.startsWith('error.') ? refusedWith : ((truths as { readonly [K in TextKey]?: Truth })[key] ?? null)
