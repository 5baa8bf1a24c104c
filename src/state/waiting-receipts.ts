import { effect } from '@preact/signals-core'
import { WAITING_MAX } from '#contract/limits.ts'
import { isRecent } from '#contract/recent.ts'
import { callsOf } from '#src/outbox/job-calls.ts'
import type { Ports } from '#src/ports.ts'
import type { App } from '#src/state/types.ts'

const PATIENCE_MS = 8000
/** The report is small, so it gets through on connections that are too slow for photos. */
const TIMEOUT_MS = 8000
/** Job ids, separated by commas. */
const REPORTED = 'waiting-receipts'
/** After an answer with one of these statuses, the server would refuse all further reports. */
const PERMANENT = [400, 403, 404]

type ReportPorts = Pick<Ports, 'api' | 'clock' | 'local'> & { readonly ids: Pick<Ports['ids'], 'uuid'> }
type Watched = {
  readonly campaign: Pick<App['campaign'], 'serverAhead'>
  readonly session: Pick<App['session'], 'customerId'>
  readonly outbox: Pick<App['outbox'], 'jobs' | 'outcomes'>
}

/**
 * Reports stuck receipts, so that the campaign can remind the customer by LINE message, until the server rejects every
 * report or does not send messages.
 */
export function reportWaitingReceipts(app: Watched, { api, clock, local, ids }: ReportPorts): () => void {
  const reported = new Set(local.phone.get(REPORTED)?.split(','))
  let isRunning = false
  let timer: (() => void) | null = null

  function report(): void {
    timer?.()
    timer = null
    const owner = app.session.customerId.peek()
    // The times of jobs are by the server's clock.
    const now = clock.now() + (app.campaign.serverAhead.peek() ?? 0)
    const late = waitingReceipts(app).filter(
      job => !isRecent(job.createdAt, now, PATIENCE_MS) || job.tries > 1,
    )
    const waiting = late.map(job => job.id).filter(id => !reported.has(id))
    const discarded = unsendable(app).filter(id => reported.has(id))
    if (owner !== null && !isRunning && waiting.length + discarded.length > 0)
      void send(owner, { waiting: waiting.slice(0, WAITING_MAX), discarded: discarded.slice(0, WAITING_MAX) })
    else if (waitingReceipts(app).length > late.length) timer = clock.after(PATIENCE_MS, report)
  }

  async function send(owner: string, body: { waiting: string[]; discarded: string[] }): Promise<void> {
    isRunning = true
    const call = callsOf(api, { id: ids.uuid() })
    const reply = await call('reportWaiting', { owner, body, timeout: TIMEOUT_MS })
    isRunning = false
    if (reply.ok) {
      for (const id of body.waiting) reported.add(id)
      for (const id of body.discarded) reported.delete(id)
      local.phone.set(REPORTED, [...reported].slice(-WAITING_MAX).join(',') || null)
    }
    const isUnwanted = reply.ok
      ? !reply.value.messages
      : reply.failure.kind === 'refused' && PERMANENT.includes(reply.failure.status)
    if (isUnwanted) stop()
    // After a failure, the next attempt to send a receipt triggers the next report.
    else if (reply.ok) report()
  }

  const unwatch = effect(report)
  function stop(): void {
    timer?.()
    unwatch()
  }
  return stop
}

const waitingReceipts = ({ outbox }: Watched) =>
  outbox.jobs.value.filter(job => job.route === 'createReceipt' && job.state !== 'refused')

const unsendable = ({ outbox }: Watched): string[] =>
  [...outbox.outcomes.value, ...outbox.jobs.value]
    .filter(({ state }) => state === 'withdrawn' || state === 'replaced' || state === 'refused')
    .map(job => job.id)
