import { computed, type ReadonlySignal } from '@preact/signals-core'
import { mapResource } from '#src/state/resource.ts'
import type { App, JobView, OutboxModel, ReceiptEntry } from '#src/state/types.ts'

type Change = (app: App) => App

const outbox =
  (change: (model: OutboxModel) => Partial<OutboxModel>): Change =>
  app => ({ ...app, outbox: { ...app.outbox, ...change(app.outbox) } })

/** Gives the screens jobs that differ from the jobs in the outbox. */
const jobs = (change: (job: JobView) => JobView): Change =>
  outbox(model => ({ jobs: mapped(model.jobs, list => list.map(change)) }))

/** Gives the screens a list of receipts that differs from the list in the models. */
const entries =
  (change: (entry: ReceiptEntry) => ReceiptEntry): Change =>
  app => ({
    ...app,
    receipts: {
      ...app.receipts,
      history: mapped(app.receipts.history, resource => mapResource(resource, list => list.map(change))),
    },
  })

const mapped = <T>(from: ReadonlySignal<T>, change: (value: T) => T) => computed(() => change(from.value))

/**
 * Changes that make the screens show untrue sentences although the outbox works. The histories with screens must detect
 * each of them.
 */
export const screenLies: Readonly<Record<string, Change>> = {
  'a queued job looks received': jobs(job =>
    job.state === 'queued' ? { ...job, state: 'received', settledAt: job.createdAt } : job,
  ),
  'the strip says nothing about waiting jobs': outbox(() => ({ waiting: computed(() => 0) })),
  'a count is one short': outbox(({ waiting }) => ({
    waiting: mapped(waiting, count => Math.max(0, count - 1)),
  })),
  'a receipt with a queued withdrawal looks withdrawn': entries(entry =>
    entry.queued?.route === 'deleteReceipt'
      ? { receipt: { ...entry.receipt, status: 'void' }, queued: null }
      : entry,
  ),
  'a refused receipt looks as if it was under review': entries(entry =>
    entry.queued?.state === 'refused' ? { ...entry, queued: null } : entry,
  ),
  'a job that a gateway has refused looks blocked at once': jobs(job =>
    job.waitsFor === 'gateway' ? { ...job, waitsFor: 'blocked' } : job,
  ),
  'a job in memory looks saved': jobs(job => ({ ...job, kept: true })),
}
