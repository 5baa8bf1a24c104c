import type { BodyInput } from '#contract/calls.ts'
import { PAGE_MAX } from '#contract/limits.ts'
import type { Receipt } from '#contract/schema/receipt.ts'
import { nextCursor } from '#src/domain/next-cursor.ts'
import { jobKey, keptKey, keptPhotoKey, outcomeKey, photoKey } from '#src/storage/keys.ts'
import { reportDefect } from '#src/storage/storage-failure.ts'
import { backoff } from './backoff.ts'
import { classify, retryAfterOf } from './classify.ts'
import { newJob } from './enqueue.ts'
import { type Job, type JobPhoto, laneOf } from './job.ts'
import { followHistory, type HistoryAnswer, type KeptReceipt, keptReceipts, tidy } from './kept-receipts.ts'
import { READ_TIMEOUT_MS } from './limits.ts'
import { parsePhoto } from './photos.ts'
import type { Runner } from './runner-type.ts'

/**
 * Returns the handler of receipt history responses. It updates the phone's copies and, after a restore of the server,
 * offers once to send each missing receipt again.
 */
export function createComparison(runner: Runner): (answer: HistoryAnswer) => Promise<void> {
  const { epochs, ports } = runner
  const running = new Set<string>()
  return async answer => {
    const { owner } = runner.state()
    if (owner === null) return
    try {
      await followHistory(ports.disk, owner, answer)
      await tidy(ports.disk, owner, ports.clock.now())
      if (epochs.get(owner) === answer.epoch) return
      epochs.set(owner, answer.epoch)
      if (running.has(owner)) return
      running.add(owner)
      const isDone = await compare(runner, owner).finally(() => running.delete(owner))
      // The next response starts the comparison again.
      if (!isDone) epochs.delete(owner)
    } catch (error) {
      epochs.delete(owner)
      reportDefect(error)
    }
  }
}

/** Retries until the server responds. Resolves to false if retrying cannot help. */
async function compare(runner: Runner, owner: string): Promise<boolean> {
  const { epochs, ports, state } = runner
  const { clock, disk, ids, visibility } = ports
  for (let failures = 0; ; ) {
    const expected = epochs.get(owner)
    // Read the copies first. Otherwise, a receipt sent in between would seem to be missing.
    const older = (await keptReceipts(disk, owner)).filter(({ epoch }) => epoch !== expected)
    if (older.length === 0) return true
    const history = await readHistory(runner, owner)
    if (state().owner !== owner || runner.signal().aborted || history === null) return false
    if ('receipts' in history) {
      if (epochs.get(owner) === expected) epochs.set(owner, history.epoch)
      await followHistory(disk, owner, history)
      await offerMissing(runner, owner, older, history)
      await tidy(disk, owner, clock.now())
      if (epochs.get(owner) === history.epoch) return true
    } else {
      const delay = backoff(failures, ids.random(), { ...history, visible: visibility.visible() })
      await new Promise<void>(resolve => clock.after(delay, resolve))
      failures += 1
    }
  }
}

/** If the read fails, resolves to `retryAfter` (seconds) if a retry can help, otherwise null. */
async function readHistory(
  { ports: { api }, signal }: Runner,
  owner: string,
): Promise<HistoryAnswer | { readonly retryAfter: number | null } | null> {
  const receipts: Receipt[] = []
  let epoch: string | null = null
  let cursor: string | null = null
  do {
    const query = { limit: `${PAGE_MAX}`, ...(cursor !== null && { cursor }) }
    const options = { owner, query, timeout: READ_TIMEOUT_MS, signal: signal() }
    const reply = await api.call('receiptHistory', options)
    if (!reply.ok) {
      const isTransient = ['unreached', 'later'].includes(classify(reply.failure))
      return isTransient ? { retryAfter: retryAfterOf(reply.failure) } : null
    }
    const found = reply.headers.get('data-epoch')
    // The server was replaced by one without epochs, or restored during the read.
    if (found === null) return null
    if (epoch !== null && epoch !== found) return { retryAfter: null }
    epoch = found
    receipts.push(...reply.value)
    cursor = nextCursor(reply.headers)
  } while (cursor !== null)
  return { epoch, receipts }
}

async function offerMissing(
  runner: Runner,
  owner: string,
  copies: readonly KeptReceipt[],
  { epoch, receipts }: HistoryAnswer,
): Promise<void> {
  const known = new Set(receipts.map(({ id }) => id))
  await runner.load()
  for (const kept of copies) {
    if (known.has(kept.body.id) || kept.epoch === epoch) continue
    if (kept.refused) await runner.ports.disk.delete([keptKey(owner, kept.body.id)])
    else await offer(runner, owner, kept)
  }
  await runner.reload()
  runner.announceChange()
}

/**
 * Does nothing if the copy is gone: another tab has made the offer, or the customer has signed out. The server would
 * refuse queued corrections and withdrawals of a missing receipt, so corrections are merged into the offer, and a
 * withdrawal cancels it.
 */
async function offer(runner: Runner, owner: string, { body }: KeptReceipt): Promise<void> {
  const { disk } = runner.ports
  const { jobs, outcomes } = runner.state()
  const isSame = ({ subject }: Pick<Job, 'subject'>) => subject === body.id
  const ended = [...jobs.values()].filter(job => isSame(job) && laneOf(job) === 'receipt')
  const newest = ended.filter(job => job.state !== 'dead').at(-1)
  const isWithdrawn = newest?.route === 'deleteReceipt'
  const contents = { ...body, ...(isWithdrawn ? {} : (newest?.body as object | undefined)) } as typeof body
  const photos: JobPhoto[] = []
  for (const sha256 of contents.images) {
    const stored = (await disk.get(keptPhotoKey(owner, sha256))) ?? (await disk.get(photoKey(owner, sha256)))
    const photo = parsePhoto(stored)
    if (photo) photos.push({ sha256, ...photo })
  }
  const created = {
    route: 'createReceipt',
    params: {},
    body: contents as BodyInput<'createReceipt'>,
  } as const
  const job = newJob(runner, { ...created, subject: body.id, photos }, owner)
  const added = [
    ...photos.map(({ sha256, ...photo }) => [photoKey(owner, sha256), photo] as const),
    [jobKey(job.id), { ...job, state: 'dead', lost: true }] as const,
  ]
  const gone = [
    keptKey(owner, body.id),
    ...ended.map(({ id }) => jobKey(id)),
    // Delete the outcomes, because they state that the server has the receipt.
    ...[...outcomes.values()].filter(isSame).map(({ id }) => outcomeKey(id)),
  ]
  await disk.transact(keptKey(owner, body.id), old =>
    old === undefined ? null : [...gone.map(key => [key, undefined] as const), ...(isWithdrawn ? [] : added)],
  )
}
