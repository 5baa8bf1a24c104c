import { createModel } from '@preact/signals-core'
import type { Ports } from '#src/ports.ts'
import type { CustomerModel, HomeModel, ReceiptsModel, RewardsModel } from './types.ts'

/** What was asked ahead of a screen counts for it this long. */
const AHEAD_MS = 30_000

/** What home reads when it is opened. */
export const Home = createModel(
  (
    { clock }: Pick<Ports, 'clock'>,
    reads: readonly [Pick<CustomerModel, 'load'>, Pick<RewardsModel, 'load'>, Pick<ReceiptsModel, 'load'>],
  ): HomeModel => {
    let ahead: number | null = null
    function load() {
      for (const read of reads) void read.load()
    }
    return {
      openAhead() {
        if (ahead !== null) return
        ahead = clock.now()
        load()
      },
      open() {
        const fresh = ahead !== null && Math.abs(clock.now() - ahead) < AHEAD_MS
        ahead = Number.NEGATIVE_INFINITY
        if (!fresh) load()
      },
    }
  },
)
