import { bangkokDay } from '#contract/rules.ts'
import { DAY_MS } from '#contract/time.ts'

/** A URL instead of a path, because Node splits NODE_OPTIONS at spaces and a URL encodes them. */
const preload = new URL('fast-clock-preload.mjs', import.meta.url).href

export type FastClock = ReturnType<typeof fastClock>

/**
 * Creates a clock that starts at the last 9:00 in Bangkok, far from the quiet hours, and runs `speed` times as fast as
 * the machine's.
 */
export function fastClock(speed: number) {
  const machine = Date.now()
  const today = Date.parse(`${bangkokDay(machine)}T09:00:00+07:00`)
  const start = today <= machine ? today : today - DAY_MS
  return {
    now: () => Math.floor(start + (Date.now() - machine) * speed),
    speed,
    /** The argument for Node that gives a process this clock, together with the environment variable in `env`. */
    preload: `--import ${preload}`,
    env: { FAST_CLOCK: [machine, start, speed].join(',') },
  }
}
