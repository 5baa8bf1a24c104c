import { DAY_MS } from '#contract/time.ts'
import type { JobView, Sent } from '#src/outbox/job-view.ts'
import { JOBS } from '#src/storage/keys.ts'
import { type Claim, writeStatus } from '#src/ui/write-status.ts'
import type { Ledger } from '#tests/kit/ledger-server.ts'
import type { Page } from '#tests/kit/phone.ts'
import type { Who } from './history.ts'
import { type Exchange, isFinalRefusal, refusals, substitutes } from './wire.ts'
import { nameOf, type World } from './world.ts'
import type { Write } from './writes.ts'

/**
 * The facts that a sentence about a write is compared with: the server's ledger, the phone's database and the tests'
 * own notes.
 */
export type Facts = ReturnType<typeof factsOf>

export function factsOf({ net, phone, writes, clock }: World, ledger: Ledger) {
  const records = phone.disk.peek(JOBS)
  const idOf = (key: string) => key.slice(JOBS.length)
  return {
    ledger,
    /** Ids of the jobs in the phone's database. */
    stored: new Set(records.map(([key]) => idOf(key))),
    /** True if the phone cannot store anything. A page then knows more about a job than the job's record says. */
    full: phone.full,
    /** Ids of the jobs whose record in the database says that they were refused or have expired. */
    stopped: new Set(
      records.flatMap(([key, value]) => ((value as { state: string }).state === 'dead' ? [idOf(key)] : [])),
    ),
    /** Idempotency keys of the requests that the server has refused for good. */
    refused: new Set(net.exchanges.filter(isFinalRefusal).map(({ key }) => key)),
    /** Error codes in the server's answers, by idempotency key. */
    get codes() {
      return codesOf(net.exchanges)
    },
    /** Ids of the jobs in the phone's database that have waited for more than a day, by the phone's clock. */
    overdue: new Set(
      records.flatMap(([key, value]) =>
        clock.now() - (value as { createdAt: number }).createdAt > DAY_MS ? [idOf(key)] : [],
      ),
    ),
    /**
     * Idempotency keys that something between the phone and the server has refused: once with a 4xx, or three times
     * with another status.
     */
    get blocked() {
      return blockedOf(net.exchanges)
    },
    writes: writes as readonly Write[],
  }
}

function codesOf(exchanges: readonly Exchange[]): ReadonlyMap<string | null, ReadonlySet<string>> {
  const codes = new Map<string | null, Set<string>>()
  for (const { key, reply } of exchanges) {
    if (!reply?.error) continue
    const known = codes.get(key) ?? new Set()
    codes.set(key, known.add(reply.error))
  }
  return codes
}

function blockedOf(exchanges: readonly Exchange[]): ReadonlySet<string | null> {
  const times = new Map<string | null, number>()
  for (const { key, fault } of exchanges)
    times.set(key, (times.get(key) ?? 0) + (refusals.has(fault) ? 3 : substitutes.has(fault) ? 1 : 0))
  return new Set([...times].flatMap(([key, count]) => (count >= 3 ? [key] : [])))
}

/** True if the server has carried out this write for its owner, or has a receipt with the same contents. */
export function isOnServer({ ledger }: Facts, { id, job }: Write): boolean {
  if (ledger.effects.some(({ key }) => key === id)) return true
  const sent = job.body as { receiptNo?: string; amount?: number }
  return (
    job.route === 'createReceipt' &&
    ledger.receipts.some(
      ({ id: receipt, receiptNo, amount }) =>
        receipt === job.subject && receiptNo === sent.receiptNo && amount === sent.amount,
    )
  )
}

/** Returns why a claim about a write is untrue, or null if it is true. */
export function lieOf(claim: Claim, write: Write, facts: Facts): string | null {
  const { id, job } = write
  const has = isOnServer(facts, write)
  const stored = facts.stored.has(id)
  switch (claim) {
    case 'received':
      return has ? null : 'the server does not have it'
    case 'saved':
      if (!stored) return 'the phone has not stored it'
      return facts.stopped.has(id) ? 'the phone has stopped sending it' : null
    case 'page-only':
      return stored ? 'the phone has stored it' : null
    case 'stopped':
      // Without a database, a page does not know what another page, which has the photo, does with its own copy of the
      // job.
      if (write.photoLost && (!stored || facts.full) && facts.codes.get(id)?.has('IMAGE_MISSING')) return null
      if (has) return write.expiredTried ? null : 'the server has it'
      return facts.refused.has(id) || facts.stopped.has(id) ? null : 'the server has not refused it'
    case 'deleted':
      if (stored) return 'the phone still has it'
      return facts.ledger.effects.some(({ key }) => key === id) && !write.expiredTried
        ? `the server has ${job.route}`
        : null
    case 'nothing':
      return null
  }
}

/**
 * Checks the claim that a write has waited for more than a day and that something between the phone and the server has
 * refused it. Returns why the claim is untrue, or null if it is true.
 */
export function lieOfBlocked(write: Write, facts: Facts): string | null {
  if (!facts.blocked.has(write.id)) return 'nothing on the way has refused it'
  if (!facts.stored.has(write.id)) return null
  return facts.overdue.has(write.id) ? lieOf('saved', write, facts) : 'it has not waited for a day'
}

/**
 * Returns why it is untrue that a newer job has replaced this one, or null if it is true. The claim is only that there
 * is a newer job: the old one may still be stored while the new one is only in memory.
 */
export function lieOfReplaced({ job }: Write, { writes }: Facts): string | null {
  const newer = writes.some(other => other.job.subject === job.subject && other.job.id !== job.id)
  return newer ? null : 'there is no newer one'
}

/** Returns the claim that the result of a write makes to the customer. */
const claimOf = (sent: Sent): Claim => {
  switch (sent.state) {
    case 'received':
      return 'received'
    case 'queued':
      return sent.kept ? 'saved' : 'page-only'
    case 'refused':
      return sent.failure.kind === 'refused' && sent.failure.status === 401 ? 'nothing' : 'stopped'
    case 'unsaved':
    case 'gone':
      return 'deleted'
  }
}

/** Returns why the result that a form shows is untrue at this moment, or null if it is true. */
export function lieOfSent(sent: Sent, write: Write, facts: Facts): string | null {
  const claim = claimOf(sent)
  // The outbox knew the result before this moment, so the server may have received the job since.
  if (claim === 'saved' && isOnServer(facts, write)) return null
  // After a sign-out that deleted the jobs, this customer has no screen left that could say anything. A tab without its
  // store may learn of the deletion only after its form has shown a result.
  const isOver = sent.state === 'gone' || sent.state === 'queued'
  if (isOver && write.purged && !facts.stored.has(write.id)) return null
  const lie = lieOf(claim, write, facts)
  return lie && `the form says ${sent.state}, but ${lie}`
}

/** Returns every untrue claim that a page makes. */
export function liesOf(page: Page, owner: Who | null, facts: Facts): string[] {
  const { outbox } = page
  const views = [...outbox.views(), ...outbox.outcomes()]
  const blind = page.hasLostStorage() || !outbox.loaded()
  const lies = views.flatMap(view => {
    const index = facts.writes.findIndex(({ id }) => id === view.id)
    const write = facts.writes[index]
    if (!write) return []
    const { claim, state } = writeStatus(view)
    // A page that crashed after it stored the result could not notify the others, which wait until its claim has
    // expired.
    if (state === 'sending' && write.page !== page && write.page.dead()) return []
    // Without the database, a page does not know what another tab has done with a stored job, and says that it has not
    // loaded its jobs.
    const lie =
      state === 'replaced'
        ? lieOfReplaced(write, facts)
        : blind && claim !== 'received'
          ? null
          : lieOf(claim, write, facts)
    return lie ? [`${nameOf(write, index)}: the page says ${state}, but ${lie}`] : []
  })
  return blind ? lies : [...lies, ...missing(views, owner, facts)]
}

/**
 * Returns the stored jobs that a page does not show although it has loaded its jobs. Jobs of crashed or closed pages do
 * not count.
 */
function missing(views: readonly JobView[], owner: Who | null, facts: Facts): string[] {
  const shown = new Set(views.map(({ id }) => id))
  return facts.writes.flatMap((write, index) =>
    facts.stored.has(write.id) && write.owner === owner && !write.page.dead() && !shown.has(write.id)
      ? [`${nameOf(write, index)}: the page has loaded its jobs and does not show this one`]
      : [],
  )
}
