import { computed, createModel, signal } from '@preact/signals-core'
import { LOG_PATH_MAX_LENGTH, LOGSTATE_MAX_LENGTH } from '#contract/limits.ts'
import { stripQuery } from '#contract/rules.ts'
import { isoOf } from '#contract/time.ts'
import type { Ports } from '#src/ports.ts'
import type { Queue } from './queue.ts'
import type { OutboxModel } from './types.ts'

/** The queued jobs on this phone, as screens show them. */
export const Outbox = createModel(
  (ports: Pick<Ports, 'kv' | 'clock' | 'ids' | 'connectivity'>, queue: Queue): OutboxModel => {
    const { outbox, version } = queue
    const connection = signal(ports.connectivity.state())
    ports.connectivity.onChange(() => {
      connection.value = ports.connectivity.state()
    })
    const onEveryChange = <T>(read: () => T) =>
      computed(() => {
        version.value
        return read()
      })
    const jobs = onEveryChange(() => outbox.views())
    const attention = computed(() => jobs.value.filter(job => job.state === 'needs-you').length)
    return {
      jobs,
      attention,
      waiting: computed(() => jobs.value.length - attention.value),
      connection,
      durable: onEveryChange(() => ports.kv.durable()),
      unreadable: onEveryChange(() => outbox.unreadable()),
      sendNow: () => outbox.sendNow(),
      retry: id => outbox.retry(id),
      discard: id => outbox.discard(id),
      discardOwner: customerId => outbox.discardOwner(customerId),
      countOf: customerId => outbox.countOf(customerId),
      log(entry) {
        const stamp = { eventId: ports.ids.uuid(), at: isoOf(ports.clock.now()) }
        const event =
          entry.kind === 'state'
            ? { ...stamp, ...entry, state: entry.state.trim().slice(0, LOGSTATE_MAX_LENGTH) }
            : { ...stamp, ...entry, path: stripQuery(entry.path).slice(0, LOG_PATH_MAX_LENGTH) }
        void outbox.log(event)
      },
    }
  },
)
