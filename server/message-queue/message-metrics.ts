import { Gauge, type Registry } from 'prom-client'
import type { Db } from '#server/store/tables.ts'
import { messageCounts } from './counts.ts'

/** Creates the gauges of LINE messages. All processes report the same values, from the database. */
export function createMessageMetrics(db: Db, registers: Registry[], now: () => number): void {
  new Gauge({
    name: 'campaign_messages',
    help: 'LINE messages that wait or have failed for good, by state',
    labelNames: ['state'],
    registers,
    async collect() {
      const { waiting, dead } = await messageCounts(db)
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'dead' }, dead)
    },
  })
  new Gauge({
    name: 'campaign_messages_paused',
    help: '1 while sending LINE messages is paused, by reason',
    labelNames: ['reason'],
    registers,
    async collect() {
      const { channel } = await messageCounts(db)
      const isPaused = (channel?.paused_until ?? 0) > now()
      for (const reason of ['token', 'limit', 'outage'])
        this.set({ reason }, isPaused && channel?.pause_reason === reason ? 1 : 0)
    },
  })
}
