import { createModel } from '@preact/signals-core'
import { isRecent } from '#contract/recent.ts'
import type { Ports } from '#src/ports.ts'
import type {
  CustomerModel,
  HomeModel,
  ReceiptsModel,
  Resource,
  RewardsModel,
  SessionModel,
} from './types.ts'

const PREFETCH_MAX_AGE_MS = 30_000

export const Home = createModel(
  (
    { clock }: Pick<Ports, 'clock'>,
    {
      customer,
      rewards,
      receipts,
    }: {
      readonly customer: Pick<CustomerModel, 'load' | 'current'>
      readonly rewards: Pick<RewardsModel, 'load' | 'current'>
      readonly receipts: Pick<ReceiptsModel, 'load' | 'history'>
    },
    welcoming: SessionModel['welcoming'],
  ): HomeModel => {
    let prefetchedAt: number | null = null
    let opened = false
    const isJustLoaded = (shown: Resource<unknown>) =>
      !opened && shown.state === 'ready' && !shown.refreshing && isJustNow(shown.at)
    const isJustNow = (at: number) => isRecent(at, clock.now(), PREFETCH_MAX_AGE_MS)
    function load() {
      // In a new session, the welcome call sequence loads these after the calls that must come first (spec S4).
      const welcome = welcoming()
      if (welcome === null && !isJustLoaded(customer.current.peek())) void customer.load()
      if (!welcome?.joined && !isJustLoaded(rewards.current.peek())) void rewards.load()
      if (!isJustLoaded(receipts.history.peek())) void receipts.load()
    }
    return {
      prefetch() {
        if (opened || prefetchedAt !== null) return
        prefetchedAt = clock.now()
        load()
      },
      open() {
        if (opened || prefetchedAt === null || !isJustNow(prefetchedAt)) load()
        opened = true
      },
    }
  },
)
