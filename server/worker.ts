import type { ServerDeps } from '#server/deps.ts'
import { dropFullBuckets } from '#server/http/rate-buckets.ts'
import { workOnEvents } from '#server/line-webhook/work.ts'
import { createMailingRunner } from '#server/mailings/run.ts'
import { sendDueMessages } from '#server/messages/send-due.ts'
import { type Repeated, repeat } from '#server/repeat.ts'
import { runDueNotices, runDueTasks } from './tasks/run-due.ts'
import { stampSealedList } from './tasks/stamp-list.ts'

const POLL_MS = 5000

/**
 * Every few seconds until stopped, runs tasks, sends notices, mailings and LINE messages, handles LINE events and
 * requests the timestamp.
 */
export const startWorker = (deps: ServerDeps): Repeated => {
  const runMailings = createMailingRunner(deps)
  const onError = (error: unknown) =>
    // The database may be briefly unavailable.
    deps.log.warn({ err: error }, 'could not load tasks')
  const notices = repeat(
    POLL_MS,
    async isStopped => {
      while (!isStopped() && (await runDueNotices(deps)) > 0);
    },
    onError,
  )
  const others = repeat(
    POLL_MS,
    async isStopped => {
      // More tasks may be due than one batch contains.
      while (!isStopped() && (await runDueTasks(deps)) > 0);
      while (!isStopped() && (await runMailings()) + (await sendDueMessages(deps)) > 0);
      await workOnEvents(deps)
      await stampSealedList(deps)
      if (deps.dialect === 'postgres') await dropFullBuckets(deps.db, deps.clock.now())
    },
    onError,
  )
  return {
    async stop() {
      await Promise.all([notices.stop(), others.stop()])
    },
  }
}
