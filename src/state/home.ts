import { createModel } from '@preact/signals-core'
import type { Ports } from '#src/ports.ts'
import type { CustomerModel, HomeModel, ReceiptsModel, RewardsModel } from './types.ts'

/** Prefetched data counts as fresh for this many milliseconds. */
const PREFETCH_MAX_AGE_MS = 30_000

/** Loads what home shows when it opens, unless the home shell has just loaded it. */
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
        // `abs`, because the phone's clock can be set back.
        const justPrefetched =
          !opened && prefetchedAt !== null && Math.abs(clock.now() - prefetchedAt) < PREFETCH_MAX_AGE_MS
        opened = true
        if (!justPrefetched) load()
      },
    }
  },
)
