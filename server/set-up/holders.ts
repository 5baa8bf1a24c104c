import { assertNever } from '#contract/assert-never.ts'
import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import { prizesOf, seatedPrizes } from '#server/campaign/prizes.ts'
import type { RewardKind } from '#server/campaign/reward.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'

type Kind = Pick<RewardKind, 'reward_type' | 'unlocked_by'>

export const countUsers = (db: Db, { reward_type }: Kind): Promise<number> =>
  countOf(db.selectFrom('reward_use').where('reward_type', '=', reward_type))

/**
 * Counts the customers who have unlocked a reward but not used it, whether or not it can be used now. Returns null if
 * the reward depends on an unannounced draw.
 */
export async function countHolders(db: Db, kind: Kind, now: number): Promise<number | null> {
  const unused = unusedBy(db, kind)
  switch (kind.unlocked_by) {
    case 'registered':
      return countOf(unused)
    case 'answer':
      return countOf(
        unused.where(({ exists, selectFrom }) =>
          exists(selectFrom('answer').select('answer.id').whereRef('answer.customer_id', '=', 'customer.id')),
        ),
      )
    case 'receipt':
      return countOf(
        unused.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('receipt')
              .select('receipt.id')
              .whereRef('receipt.customer_id', '=', 'customer.id')
              .where('receipt.status', '=', 'approved'),
          ),
        ),
      )
    case 'winner':
    case 'lost': {
      const campaign = await readCampaign(db)
      if (campaign.announced_at === null || campaign.announced_at > now) return null
      return kind.unlocked_by === 'winner' ? countWinners(db, kind, campaign) : countOf(notDrawn(unused))
    }
    default:
      return assertNever(kind.unlocked_by)
  }
}

const unusedBy = (db: Db, { reward_type }: Kind) =>
  db
    .selectFrom('customer')
    .where('customer.status', '=', 'registered')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reward_use')
            .select('reward_use.code')
            .whereRef('reward_use.customer_id', '=', 'customer.id')
            .where('reward_use.reward_type', '=', reward_type),
        ),
      ),
    )

const notDrawn = (customers: ReturnType<typeof unusedBy>) =>
  customers
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('ticket')
          .select('ticket.id')
          .whereRef('ticket.customer_id', '=', 'customer.id')
          .where('ticket.state', '=', 'valid'),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('reward')
          .select('reward.id')
          .whereRef('reward.customer_id', '=', 'customer.id')
          .where('reward.draw_state', 'in', ['none', 'entered']),
      ),
    )

async function countWinners(db: Db, kind: Kind, { draw_id }: Campaign): Promise<number> {
  const draw = await db
    .selectFrom('draw')
    .select('prizes')
    .where('id', '=', draw_id ?? '')
    .executeTakeFirst()
  const collected = seatedPrizes(prizesOf(draw?.prizes ?? '[]')).filter(one => one.delivery !== 'shipped')
  return countOf(
    db
      .selectFrom('draw_winner')
      .innerJoin('reward', 'reward.customer_id', 'draw_winner.customer_id')
      .innerJoin('customer', 'customer.id', 'draw_winner.customer_id')
      .leftJoin('reward_use', join =>
        join
          .onRef('reward_use.customer_id', '=', 'draw_winner.customer_id')
          .on('reward_use.reward_type', '=', kind.reward_type),
      )
      .where('draw_winner.draw_id', '=', draw_id ?? '')
      .where('reward.draw_state', '=', 'confirmed')
      .where('customer.status', '=', 'registered')
      .where('reward_use.code', 'is', null)
      .where(eb => eb.or(collected.map(one => eb.between('draw_winner.seat', one.first, one.last)))),
  )
}
