import { computed, createModel, signal } from '@preact/signals-core'
import { LOG_PATH_MAX_LENGTH, LOGSTATE_MAX_LENGTH } from '#contract/limits.ts'
import { stripQuery } from '#contract/rules.ts'
import { isoOf } from '#contract/time.ts'
import type { Ports } from '#src/ports.ts'
import type { Queue } from './queue.ts'
import type { OutboxModel } from './types.ts'

export const Outbox = createModel(
  (ports: Pick<Ports, 'clock' | 'ids' | 'connectivity'>, queue: Queue): OutboxModel => {
    const { outbox, version } = queue
    const connection = signal(ports.connectivity.state())
    const strangerAnswers = signal(ports.connectivity.strangerAnswers())
    ports.connectivity.onChange(() => {
      connection.value = ports.connectivity.state()
      strangerAnswers.value = ports.connectivity.strangerAnswers()
    })
    const onEveryChange = <T>(read: () => T) =>
      computed(() => {
        version.value
        return read()
      })
    const stamp: OutboxModel['stamp'] = entry => {
      const stamped = { eventId: ports.ids.uuid(), at: isoOf(ports.clock.now()) }
      if (entry.kind === 'report') return { ...stamped, ...entry }
      return entry.kind === 'state'
        ? { ...stamped, ...entry, state: entry.state.trim().slice(0, LOGSTATE_MAX_LENGTH) }
        : { ...stamped, ...entry, path: stripQuery(entry.path).slice(0, LOG_PATH_MAX_LENGTH) }
    }
    const jobs = onEveryChange(() => outbox.views())
    const outcomes = onEveryChange(() => outbox.outcomes())
    const attention = computed(() => jobs.value.filter(job => job.state === 'refused').length)
    return {
      loaded: onEveryChange(() => outbox.loaded()),
      defect: onEveryChange(() => outbox.defect()),
      jobs,
      outcomes: computed(() => outcomes.value.filter(({ shown }) => !shown)),
      attention,
      waiting: computed(() => jobs.value.length - attention.value),
      volatile: computed(() => jobs.value.filter(job => job.state !== 'refused' && !job.kept).length),
      connection,
      strangerAnswers,
      unreadable: onEveryChange(() => outbox.unreadable()),
      lastSentAt: computed(() => outcomes.value.find(({ state }) => state === 'received')?.settledAt ?? null),
      transitions: outbox.transitions,
      find: id => [...jobs.value, ...outcomes.value].find(job => job.id === id) ?? null,
      shown: id => outbox.shown(id),
      heldUntil: onEveryChange(() => outbox.heldUntil()),
      sendNow: () => outbox.sendNow(true),
      retry: id => outbox.retry(id),
      discard: id => outbox.discard(id),
      discardUnreadable: () => outbox.discardUnreadable(),
      discardOwner: customerId => outbox.discardOwner(customerId),
      countOf: customerId => outbox.countOf(customerId),
      stamp,
      discardReports: () => outbox.discardReports(),
      logsDelivered: outbox.logsDelivered,
      log: entry => void outbox.log('eventId' in entry ? entry : stamp(entry)),
    }
  },
)
