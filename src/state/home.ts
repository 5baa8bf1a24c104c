import { createModel } from '@preact/signals-core'
import { DEFAULT_LANG } from '#src/i18n/languages.ts'
import type { Ports } from '#src/ports.ts'
import type { App, CustomerModel, HomeModel, ReceiptsModel, RewardsModel } from './types.ts'

/** Milliseconds for which home's prefetched data is not loaded again. */
const PREFETCH_MAX_AGE_MS = 30_000

/** Whether home is what the customer is to see at this path, and can be drawn before React is there. */
export const homeIsDue = ({ session, settings }: Pick<App, 'session' | 'settings'>, path: string): boolean =>
  session.phase.value.kind === 'ready' && settings.lang.value === DEFAULT_LANG && path === '/'

/** Loads home's data. */
export const Home = createModel(
  (
    { clock }: Pick<Ports, 'clock'>,
    reads: readonly [Pick<CustomerModel, 'load'>, Pick<RewardsModel, 'load'>, Pick<ReceiptsModel, 'load'>],
  ): HomeModel => {
    let prefetchedAt: number | null = null
    let opened = false
    function load() {
      for (const read of reads) void read.load()
    }
    return {
      prefetch() {
        if (opened || prefetchedAt !== null) return
        prefetchedAt = clock.now()
        load()
      },
      open() {
        // `Math.abs`: the phone's clock may have been changed.
        const justPrefetched =
          !opened && prefetchedAt !== null && Math.abs(clock.now() - prefetchedAt) < PREFETCH_MAX_AGE_MS
        opened = true
        if (!justPrefetched) load()
      },
    }
  },
)
