import { bangkokDay } from '#contract/rules.ts'
import { DAY_MS } from '#contract/time.ts'

/** A URL, because its spaces are encoded, and NODE_OPTIONS is split at spaces. */
const preload = new URL('fast-clock-preload.mjs', import.meta.url).href

export type FastClock = ReturnType<typeof fastClock>

/** Creates a clock that starts at the last 9:00 in Bangkok, far from the quiet hours, and runs `speed` times as fast. */
export function fastClock(speed: number) {
  const machine = Date.now()
  const today = Date.parse(`${bangkokDay(machine)}T09:00:00+07:00`)
  const start = today <= machine ? today : today - DAY_MS
  return {
    now: () => Math.floor(start + (Date.now() - machine) * speed),
    speed,
    /** The argument of Node and the environment variable that give a process this clock. */
    preload: `--import ${preload}`,
    env: { FAST_CLOCK: [machine, start, speed].join(',') },
  }
}
