import type { BodyInput } from '#contract/calls.ts'
import { PAGE_MAX } from '#contract/limits.ts'
import type { Receipt } from '#contract/schema/receipt.ts'
import { nextCursor } from '#src/domain/next-cursor.ts'
import { jobKey, keptKey, keptPhotoKey, outcomeKey, photoKey } from '#src/storage/keys.ts'
import { reportDefect } from '#src/storage/storage-failure.ts'
import { newJob } from './enqueue.ts'
import { type Job, type JobPhoto, laneOf } from './job.ts'
import { type KeptReceipt, keptReceipts, parseKept, tidy } from './kept-receipts.ts'
import { BACKOFF_CAP_MS, READ_TIMEOUT_MS } from './limits.ts'
import { parsePhoto } from './photos.ts'
import type { Runner } from './runner.ts'

/** An answer of the receipt history. `epoch`: the epoch of the server's data, from its header `Data-Epoch`. */
export type HistoryAnswer = { readonly epoch: string; readonly receipts: readonly Receipt[] }

/**
 * Must be called with each answer of the receipt history. If the server was restored from a backup since a receipt was
 * there, looks for that receipt in the whole history, and offers to send it again if it is missing. Each is offered once. If
 * the server does not answer, tries again later.
 */
export async function compareHistory(runner: Runner, answer: HistoryAnswer): Promise<void> {
  const { disk, clock } = runner.ports
  const { owner } = runner.state()
  if (owner === null) return
  try {
    await markRefused(runner, owner, answer)
    if (runner.epochs.get(owner) === answer.epoch) return
    runner.epochs.set(owner, answer.epoch)
    await tidy(disk, owner, clock.now())
    if (await offerMissing(runner, owner, answer.epoch)) return await tidy(disk, owner, clock.now())
    runner.epochs.delete(owner)
    clock.after(BACKOFF_CAP_MS.visible, () => void compareHistory(runner, answer))
  } catch (error) {
    runner.epochs.delete(owner)
    reportDefect(error)
  }
}

/**
 * Takes over what the organiser thinks of the kept receipts: what was refused or made void is never offered again, unless
 * the customer has corrected it since.
 */
async function markRefused(
  { ports: { disk, clock } }: Runner,
  owner: string,
  { receipts }: HistoryAnswer,
): Promise<void> {
  const refused = receipts.filter(({ status }) => status === 'rejected' || status === 'void')
  if (refused.length === 0) return
  for (const kept of await keptReceipts(disk, owner)) {
    const found = refused.find(({ id }) => id === kept.body.id)
    const key = keptKey(owner, kept.body.id)
    if (found?.status === 'void') await disk.delete([key])
    else if (found && !kept.refused) await change(disk, key, one => ({ ...one, refused: true }))
  }
  await tidy(disk, owner, clock.now())
}

/** Changes a copy, unless it was deleted meanwhile. */
const change = (
  disk: Runner['ports']['disk'],
  key: string,
  next: (kept: KeptReceipt) => KeptReceipt,
): Promise<void> =>
  disk.transact(key, old => {
    const kept = parseKept(old)
    return kept && [[key, next(kept)]]
  })

/** Resolves with false if the server did not answer. */
async function offerMissing(runner: Runner, owner: string, epoch: string): Promise<boolean> {
  const { disk } = runner.ports
  const older = (await keptReceipts(disk, owner)).filter(kept => kept.epoch !== epoch)
  if (older.length === 0) return true
  const known = await idsAtServer(runner, owner, epoch)
  if (known === null) return false
  await runner.load()
  for (const kept of older) {
    const key = keptKey(owner, kept.body.id)
    if (known.has(kept.body.id)) await change(disk, key, one => ({ ...one, epoch }))
    else if (kept.refused) await disk.delete([key])
    else await offer(runner, owner, kept)
  }
  await runner.reload()
  runner.announceChange()
  return true
}

/** Returns the ids of the receipts in the history; null if the server did not answer, or was restored meanwhile. */
async function idsAtServer({ ports: { api } }: Runner, owner: string, epoch: string) {
  const ids = new Set<string>()
  let cursor: string | null = null
  do {
    const query = { limit: `${PAGE_MAX}`, ...(cursor !== null && { cursor }) }
    const reply = await api.call('receiptHistory', { owner, query, timeout: READ_TIMEOUT_MS })
    if (!reply.ok || reply.headers.get('data-epoch') !== epoch) return null
    for (const { id } of reply.value) ids.add(id)
    cursor = nextCursor(reply.headers)
  } while (cursor !== null)
  return ids
}

/**
 * Replaces the copy by a job that the customer can send again, correct or delete, in one transaction. If the copy is gone,
 * another tab has made the offer, or the customer has signed out. Jobs that correct the receipt end in the offer, and one that
 * withdraws it ends both: the server would refuse them, because it does not know the receipt.
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
    // They say that the server has the receipt.
    ...[...outcomes.values()].filter(isSame).map(({ id }) => outcomeKey(id)),
  ]
  await disk.transact(keptKey(owner, body.id), old =>
    old === undefined ? null : [...gone.map(key => [key, undefined] as const), ...(isWithdrawn ? [] : added)],
  )
}
