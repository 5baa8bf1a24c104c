import { assertNever } from '#contract/assert-never.ts'
import { nameOf, reportDefect } from '#src/storage/storage-failure.ts'
import { expiredJob, type Job, neverSent, type Outcome, revivedJob } from './job.ts'
import { keeperOf } from './kept-receipts.ts'
import { ANNOUNCE_EVERY_MS, CLAIM_MS } from './limits.ts'
import { isOn } from './pauses.ts'
import { photosOfOnly, readPhoto } from './photos.ts'
import type { Runner } from './runner-type.ts'
import { sendJob } from './send-job.ts'
import type { Command } from './state.ts'

type SendCommand = Extract<Command, { readonly do: 'send' }>

export function runCommand(runner: Runner, command: Command): void {
  switch (command.do) {
    case 'claim':
      return void claim(runner, command.id)
    case 'send':
      return void send(runner, command)
    case 'write':
      return void write(runner, command.job)
    case 'finish': {
      const { job, outcome } = command
      return void finish(runner, job, outcome)
    }
    case 'deliver':
      runner.deliver(command.delivered)
      return
    case 'reload':
      return void runner.reload()
    case 'renew':
      return void runner.identity.renew(command.session).then(renewed => {
        if (renewed) runner.dispatch({ type: 'session-renewed' })
      })
    case 'send-logs':
      return void sendLogs(runner)
    case 'wait':
      runner.wait(command.until)
      return
    default:
      assertNever(command)
  }
}

async function finish(runner: Runner, job: Job, outcome: Outcome): Promise<void> {
  const photos = photosOfOnly([job.id], [job, ...runner.state().jobs.values()])
  const keep = await keeperOf(runner, job, outcome)
  // Copy the receipt first. If the page is closed before the job is settled, both steps are repeated.
  const isKept = await keep()
  try {
    await runner.store.settle(outcome, photos)
  } catch {
    // The job will be sent again, and the server will repeat its response.
    return
  }
  runner.announceChange()
  // Settling the job has deleted its photos, so there may be space now.
  if (!isKept) await keep()
}

const isTaken = ({ state, claim: other }: Job, tab: string, now: number) =>
  state === 'sending' && other !== null && other.tab !== tab && isOn(other, now)

/**
 * On a full phone, a job that may have been sent needs no new claim: it cannot be deleted, and the server deduplicates
 * it.
 */
async function claim(runner: Runner, id: string): Promise<void> {
  const { store, tab, ports, state, dispatch } = runner
  const marked = (job: Job, now: number): Job => ({
    ...job,
    state: 'sending',
    // The earlier attempt was interrupted, so the server may have received the job.
    attempts: job.attempts + (job.state === 'sending' ? 1 : 0),
    claim: { tab, from: now, until: now + CLAIM_MS },
  })
  const result = await store
    .change(id, job => {
      // Read the time inside the transaction. Another tab may claim the job while this one waits, and a claim that
      // starts in the future counts as expired.
      const now = ports.clock.now()
      if (job.state === 'dead' || isTaken(job, tab, now)) return null
      return marked(job, now)
    })
    .catch((error: unknown) => {
      if (runner.isDefect(error)) return 'defect'
      const job = state().jobs.get(id)
      const isFull = nameOf(error) === 'QuotaExceededError'
      const mayGo = isFull && job !== undefined && job.state !== 'dead' && !neverSent(job)
      return mayGo ? { found: job, written: marked(job, ports.clock.now()) } : 'storage'
    })
  if (typeof result === 'string') dispatch({ type: 'stopped', id, why: result })
  else if (result.written) dispatch({ type: 'claimed', job: result.written })
  else dispatch({ type: 'not-claimed', id, job: result.found })
}

async function send(runner: Runner, { job, isOverdue }: SendCommand): Promise<void> {
  const { ports, store, state, dispatch, sentBytes } = runner
  const session = runner.identity.session()
  let cancel = () => {}
  const announce = () => {
    const progress = state().active.get(job.id)?.progress ?? null
    ports.tabs.post({ type: 'outbox-sending', id: job.id, progress })
    cancel = ports.clock.after(ANNOUNCE_EVERY_MS, announce)
  }
  announce()
  const sending = sendJob(ports.api, job, {
    signal: runner.signal(),
    sentBytes,
    isOverdue,
    photo: sha256 => readPhoto(store, ports.ids, job.owner, sha256),
    progress(progress) {
      dispatch({ type: 'progressed', id: job.id, progress })
      cancel()
      announce()
    },
  })
  const attempt = await sending.catch((error: unknown) => {
    runner.isDefect(error)
    reportDefect(error)
    return null
  })
  cancel()
  if (attempt === null) return dispatch({ type: 'stopped', id: job.id, why: 'defect' })
  if (attempt.acked) {
    for (const { sha256 } of job.photos) sentBytes.delete(sha256)
    return dispatch({ type: 'received', job, answer: attempt.answer })
  }
  const photosGone = attempt.photosGone && state().loaded === 'yes'
  dispatch({ type: 'failed', job, failure: attempt.failure, photosGone, session })
}

/**
 * Skips the write if the customer has changed the job, or if another tab has claimed it: the record then counts an
 * attempt that this tab does not know about. Writes if an older build in another tab has removed the claim. Otherwise
 * the failure would be forgotten, and this tab would send the job again at once, for ever.
 */
async function write(runner: Runner, job: Job): Promise<void> {
  const { store, tab, ports } = runner
  function next(stored: Job): Job | null {
    if (stored.expired && job.state === 'queued' && stored.createdAt === job.createdAt)
      return revivedJob(stored)
    const isMine = stored.claim === null || stored.claim.tab === tab
    if (!job.expired) return stored.state === 'sending' && isMine ? job : null
    const isCurrent = stored.state !== 'dead' && stored.createdAt === job.createdAt
    return isCurrent && !isTaken(stored, tab, ports.clock.now()) ? expiredJob(stored) : null
  }
  const { found, written } = await store.change(job.id, next).catch(() => ({ found: null, written: null }))
  if (written) runner.announceChange()
  else if (found) runner.changed(found)
}

async function sendLogs({ ports, logs, state, signal, identity, dispatch }: Runner): Promise<void> {
  const { owner } = state()
  const session = identity.session()
  const nothing = { asked: false, failure: null, next: null }
  const failed = (error: unknown) => {
    reportDefect(error)
    return nothing
  }
  const sent =
    owner === null ? nothing : await logs.send(ports.api, owner, ports.clock.now(), signal()).catch(failed)
  dispatch({ type: 'logs-sent', ...sent, session })
}
