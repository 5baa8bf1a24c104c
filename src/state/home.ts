import { createModel } from '@preact/signals-core'
import type { Ports } from '#src/ports.ts'
import type { CustomerModel, HomeModel, ReceiptsModel, RewardsModel, SessionModel } from './types.ts'

/** If home's data was prefetched within this many milliseconds, it is not loaded again. */
const PREFETCH_MAX_AGE_MS = 30_000

/** Loads the data of home when home opens, unless the home shell has just loaded it. */
export const Home = createModel(
  (
    { clock }: Pick<Ports, 'clock'>,
    {
      customer,
      rewards,
      receipts,
    }: {
      readonly customer: Pick<CustomerModel, 'load'>
      readonly rewards: Pick<RewardsModel, 'load'>
      readonly receipts: Pick<ReceiptsModel, 'load'>
    },
    welcoming: SessionModel['welcoming'],
  ): HomeModel => {
    let prefetchedAt: number | null = null
    let opened = false
    function load() {
      // A new session's welcome loads these itself, after the calls that must come first (spec S4).
      const welcome = welcoming()
      if (welcome === null) void customer.load()
      if (!welcome?.joined) void rewards.load()
      void receipts.load()
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
