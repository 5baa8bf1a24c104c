import { createModel } from '@preact/signals-core'
import type { Ports } from '#src/ports.ts'
import type { CustomerModel, HomeModel, ReceiptsModel, RewardsModel } from './types.ts'

/** If home's data was prefetched within this many milliseconds, it is not loaded again. */
const PREFETCH_MAX_AGE_MS = 30_000

/** Loads the data of home when home opens, unless the home shell has just loaded it. */
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
        // `abs` is needed, because the phone's clock can be set back.
        const justPrefetched =
          !opened && prefetchedAt !== null && Math.abs(clock.now() - prefetchedAt) < PREFETCH_MAX_AGE_MS
        opened = true
        if (!justPrefetched) load()
      },
    }
  },
)
