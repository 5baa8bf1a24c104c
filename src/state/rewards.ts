import { createModel } from '@preact/signals-core'
import type { RewardType } from '#contract/schema/reward.ts'
import { checkInCode } from '#src/domain/check-in-code.ts'
import { classify } from '#src/outbox/classify.ts'
import { provenFailure } from '#src/outbox/job-calls.ts'
import { WRITE_TIMEOUT_MS } from '#src/outbox/limits.ts'
import type { Ports } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import { READ_TIMEOUT_MS } from '#src/storage/limits.ts'
import { isOtherJson } from '#src/storage/other-json.ts'
import type { Queue } from './queue.ts'
import { createRemote, type RemotePorts } from './remote.ts'
import type { RewardsModel } from './types.ts'
import { withRenewal } from './with-renewal.ts'

const TICKETS = { limit: '50' }

export const Rewards = createModel(
  (ports: RemotePorts & Pick<Ports, 'ids'>, identity: Identity, queue: Queue): RewardsModel => {
    const remote = createRemote(ports, {
      route: 'getReward',
      name: 'reward',
      identity,
      absent: { code: 'REWARD_NOT_CREATED', value: null },
    })
    const qr = createRemote(ports, { route: 'getRewardQr', name: 'qr', identity })
    const tickets = createRemote(ports, { route: 'rewardTickets', name: 'tickets', identity, query: TICKETS })
    /** Keys of attempts without a response. The next attempt sends the same key, so that a reward is used only once. */
    const keys = new Map<RewardType, string>()
    queue.outbox.onDelivered(({ route, owner }) => {
      if (owner === identity.customerId.peek() && route !== 'putCustomer') void remote.reload()
    })
    async function usedReward(rewardType: RewardType) {
      await remote.reload()
      const answer = remote.reply.peek()
      const item = answer?.value.items.find(one => one.rewardType === rewardType)
      if (!answer || item?.state !== 'used' || item.code === null || item.usedAt === null) return null
      const { code, usedAt } = item
      return { ...answer, value: { reward: answer.value, code, usedAt } }
    }
    return {
      current: remote.current,
      load: remote.load,
      qr,
      tickets,
      olderTickets: cursor =>
        withRenewal(identity, owner =>
          ports.api.call('rewardTickets', {
            owner,
            query: { ...TICKETS, cursor },
            timeout: READ_TIMEOUT_MS.withoutCache,
          }),
        ),
      codeAt: (given, now) => checkInCode(given, now, ports.ids.hmacSha256),
      async create() {
        const epoch = identity.epoch()
        const reply = await withRenewal(identity, owner =>
          ports.api.call('createReward', { body: {}, owner, timeout: WRITE_TIMEOUT_MS }),
        )
        if (epoch !== identity.epoch()) return
        if (reply.ok) remote.accept(reply.value)
        else if (isOtherJson(reply)) await remote.reload()
      },
      async use(rewardType, more) {
        const epoch = identity.epoch()
        const key = keys.get(rewardType) ?? ports.ids.uuid()
        keys.set(rewardType, key)
        const given = await withRenewal(identity, owner =>
          ports.api.call('useReward', {
            body: { rewardType, ...more },
            idempotencyKey: key,
            owner,
            timeout: WRITE_TIMEOUT_MS,
          }),
        )
        const reply = isOtherJson(given) ? ((await usedReward(rewardType)) ?? given) : given
        // After any other failure, an earlier attempt may have used the reward.
        if (reply.ok || classify(provenFailure(reply.failure, key)) === 'needs-you') keys.delete(rewardType)
        if (reply.ok && epoch === identity.epoch()) remote.accept(reply.value.reward)
        return reply
      },
      confirm: (attend, address) =>
        queue.outbox.enqueue({
          route: 'confirmConcert',
          params: {},
          body: { attend, ...(address === undefined ? {} : { address }) },
          subject: 'concert',
        }),
    }
  },
)
