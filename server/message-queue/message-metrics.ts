import { Gauge, type Registry } from 'prom-client'
import type { Db } from '#server/store/tables.ts'
import { isPausedAt, readChannel } from './channel.ts'
import { eventCounts, messageCounts } from './counts.ts'
import { quotaNow } from './quota.ts'

export function createMessageMetrics(db: Db, registers: Registry[], now: () => number): void {
  new Gauge({
    name: 'campaign_messages',
    help: 'LINE messages that wait or have failed for good, by state',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset()
      // The other metrics must remain available while the database is down.
      const counts = await messageCounts(db).catch(() => null)
      if (counts === null) return
      this.set({ state: 'waiting' }, counts.waiting)
      this.set({ state: 'dead' }, counts.dead)
    },
  })
  new Gauge({
    name: 'campaign_messages_paused',
    help: '1 while sending LINE messages is paused, by reason',
    labelNames: ['reason'],
    registers,
    async collect() {
      this.reset()
      const channel = await readChannel(db).catch(() => null)
      if (channel === null) return
      const { pause_reason } = channel ?? {}
      const isPaused = channel !== undefined && isPausedAt(channel, now())
      for (const reason of ['token', 'quota', 'limit', 'outage'])
        this.set({ reason }, isPaused && pause_reason === reason ? 1 : 0)
    },
  })
  new Gauge({
    name: 'campaign_messages_quota',
    help: 'Messages that LINE accepts in this month, and those that it has counted; missing while not known or unlimited',
    labelNames: ['of'],
    registers,
    async collect() {
      this.reset()
      const quota = await quotaNow(db, now()).catch(() => null)
      if (quota === null || quota.limit === null || quota.used === null) return
      this.set({ of: 'limit' }, quota.limit)
      this.set({ of: 'used' }, quota.used)
    },
  })
  new Gauge({
    name: 'campaign_messages_quota_state',
    help: "1 for the state of the month's quota: open, nearly used, or used",
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset()
      const quota = await quotaNow(db, now()).catch(() => null)
      if (quota === null) return
      for (const state of ['open', 'nearly', 'used']) this.set({ state }, quota.state === state ? 1 : 0)
    },
  })
  new Gauge({
    name: 'campaign_line_events',
    help: 'Events of LINE that wait or have failed for good, by state',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset()
      const counts = await eventCounts(db).catch(() => null)
      if (counts === null) return
      this.set({ state: 'waiting' }, counts.waiting)
      this.set({ state: 'failed' }, counts.failed)
    },
  })
}
