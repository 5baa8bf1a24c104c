import { DAY_MS, isoOf, MINUTE_MS } from '#contract/time.ts'
import type { ServerDeps } from '#server/deps.ts'
import { runRetention } from './run.ts'

type Deps = Pick<ServerDeps, 'db' | 'objects' | 'clock' | 'log' | 'metrics'>

/** Not among the first requests of a process. */
const FIRST_AFTER_MS = MINUTE_MS

/** Runs retention soon and then once a day, until it is stopped. */
export function startRetention(deps: Deps): { stop(): void } {
  const once = () => void retainOnce(deps)
  const first = setTimeout(once, FIRST_AFTER_MS).unref()
  const daily = setInterval(once, DAY_MS).unref()
  return {
    stop() {
      clearTimeout(first)
      clearInterval(daily)
    },
  }
}

/** One day's run. What goes wrong, and a clock that is not believed, is logged and tried again the next day. */
export async function retainOnce(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  try {
    const retained = await runRetention(deps, now)
    deps.metrics?.retention({ paused: retained.kind === 'doubted' })
    if (retained.kind === 'doubted') {
      const moments = { now: isoOf(now), lastLook: isoOf(retained.since) }
      deps.log.error(moments, 'retention paused: the clock is far ahead; see "retention run --help"')
    } else if (Object.values(retained.forgotten).some(count => count > 0)) {
      deps.log.info({ forgotten: retained.forgotten }, 'retention')
    }
  } catch (error) {
    deps.log.error({ err: error }, 'retention failed')
  }
}
