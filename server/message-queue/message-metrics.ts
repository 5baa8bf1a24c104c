import { Gauge, type Registry } from 'prom-client'
import type { Db } from '#server/store/tables.ts'
import { messageCounts } from './counts.ts'

/** Creates the gauges of LINE messages. All processes report the same values, from the database. */
export function createMessageMetrics(db: Db, registers: Registry[], now: () => number): void {
  // Operators need the other metrics most while the database is down, so these are left out then.
  const read = () => messageCounts(db).catch(() => null)
  new Gauge({
    name: 'campaign_messages',
    help: 'LINE messages that wait or have failed for good, by state',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset()
      const counts = await read()
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
      const counts = await read()
      if (counts === null) return
      const { paused_until, pause_reason } = counts.channel ?? {}
      const isPaused = (paused_until ?? 0) > now()
      for (const reason of ['token', 'limit', 'outage'])
        this.set({ reason }, isPaused && pause_reason === reason ? 1 : 0)
    },
  })
}
