import type { Registry } from 'prom-client'
import { addReadGauge } from '#server/read-gauge.ts'
import type { Db } from '#server/store/tables.ts'
import { isPausedAt, readChannel } from './channel.ts'
import { eventCounts, messageCounts } from './counts.ts'
import { quotaNow } from './quota.ts'

export function createMessageMetrics(db: Db, registers: Registry[], now: () => number): void {
  addReadGauge(
    registers,
    {
      name: 'campaign_messages',
      help: 'LINE messages that wait or have failed for good, by state',
      labelNames: ['state'],
    },
    () => messageCounts(db),
    (gauge, { waiting, dead }) => {
      gauge.set({ state: 'waiting' }, waiting)
      gauge.set({ state: 'dead' }, dead)
    },
  )
  addReadGauge(
    registers,
    {
      name: 'campaign_messages_paused',
      help: '1 while sending LINE messages is paused, by reason',
      labelNames: ['reason'],
    },
    () => readChannel(db),
    (gauge, channel) => {
      const paused = channel && isPausedAt(channel, now()) ? channel.pause_reason : null
      for (const reason of ['token', 'quota', 'limit', 'outage'])
        gauge.set({ reason }, paused === reason ? 1 : 0)
    },
  )
  addReadGauge(
    registers,
    {
      name: 'campaign_messages_quota',
      help: 'Messages that LINE accepts in this month, and those that it has counted; missing while not known or unlimited',
      labelNames: ['of'],
    },
    () => quotaNow(db, now()),
    (gauge, quota) => {
      if (quota === null || quota.limit === null || quota.used === null) return
      gauge.set({ of: 'limit' }, quota.limit)
      gauge.set({ of: 'used' }, quota.used)
    },
  )
  addReadGauge(
    registers,
    {
      name: 'campaign_messages_quota_state',
      help: "1 for the state of the month's quota: open, nearly used, or used",
      labelNames: ['state'],
    },
    () => quotaNow(db, now()),
    (gauge, quota) => {
      if (quota === null) return
      for (const state of ['open', 'nearly', 'used']) gauge.set({ state }, quota.state === state ? 1 : 0)
    },
  )
  addReadGauge(
    registers,
    {
      name: 'campaign_line_events',
      help: 'Events of LINE that wait or have failed for good, by state',
      labelNames: ['state'],
    },
    () => eventCounts(db),
    (gauge, { waiting, failed }) => {
      gauge.set({ state: 'waiting' }, waiting)
      gauge.set({ state: 'failed' }, failed)
    },
  )
}
