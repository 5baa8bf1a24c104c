import type { ServerDeps } from '#server/deps.ts'
import { dropFullBuckets } from '#server/http/rate-buckets.ts'
import { workOnEvents } from '#server/line-webhook/work.ts'
import { createMailingRunner } from '#server/mailings/run.ts'
import { sendDueMessages } from '#server/messages/send-due.ts'
import { type Repeated, repeat } from '#server/repeat.ts'
import { runDueNotices, runDueTasks } from './tasks/run-due.ts'
import { stampSealedList } from './tasks/stamp-list.ts'

const POLL_MS = 5000

type Job = (isStopped: () => boolean) => Promise<void>

/** Returns one round of each of the worker's jobs. They run concurrently, so that notices never wait for LINE. */
export function createWorkerJobs(deps: ServerDeps): { readonly notices: Job; readonly others: Job } {
  const runMailings = createMailingRunner(deps)
  return {
    async notices(isStopped) {
      while (!isStopped() && (await runDueNotices(deps)) > 0);
    },
    async others(isStopped) {
      // More tasks may be due than one batch contains.
      while (!isStopped() && (await runDueTasks(deps)) > 0);
      while (!isStopped() && (await runMailings()) + (await sendDueMessages(deps)) > 0);
      await workOnEvents(deps)
      await stampSealedList(deps)
      if (deps.dialect === 'postgres') await dropFullBuckets(deps.db, deps.clock.now())
    },
  }
}

/**
 * Every few seconds until stopped, runs tasks, sends notices, mailings and LINE messages, handles LINE events and
 * requests the timestamp.
 */
export const startWorker = (deps: ServerDeps): Repeated => {
  const jobs = createWorkerJobs(deps)
  const onError = (error: unknown) =>
    // The database may be briefly unavailable.
    deps.log.warn({ err: error }, 'could not load tasks')
  const notices = repeat(POLL_MS, jobs.notices, onError)
  const others = repeat(POLL_MS, jobs.others, onError)
  return {
    async stop() {
      await Promise.all([notices.stop(), others.stop()])
    },
  }
}
