import { expect, test } from 'vitest'
import { openPostgres } from '#server/store/postgres.ts'
import { customerOf, fillCampaign } from '#tests/kit/big-campaign.ts'
import { noProgress } from '#tests/kit/cli.ts'
import { NOON } from '#tests/kit/noon.ts'
import { type CallPlan, planCalls } from '#tests/kit/plans.ts'
import { openSeeded, testDialect } from '#tests/kit/seeded.ts'
import { addressOf } from '#tests/kit/seeded-postgres.ts'

/**
 * Returns the calls that were refused. A refused call may stop before its expensive statements, so its plan
 * proves nothing.
 */
const refused = (plans: readonly CallPlan[]) => plans.filter(one => one.status !== 200).map(one => one.name)
const scans = (plans: readonly CallPlan[]) => plans.filter(one => one.scanned.length > 0)

test.runIf(testDialect === 'sqlite')('no call of a customer scans a growing table', async () => {
  const db = await openSeeded(NOON)
  const plans = await planCalls({ db, dialect: 'sqlite' }, NOON, async server => {
    const who = await server.signIn()
    await server.call('createReward', { token: who.token, body: {} })
    return who
  })
  expect([refused(plans), scans(plans)]).toEqual([[], []])
  // The daily limit counts the receipts of one day, not all receipts of the customer.
  const steps = plans.find(one => one.name === 'createReceipt')?.steps
  expect(steps).toContainEqual(expect.stringMatching(/^SEARCH receipt .*\(customer_id=\? AND sent_day=\?\)$/))
  await db.destroy()
})

/**
 * Additional cost that is allowed when there are ten times as many customers: one more index level, or an
 * index scan instead of a table scan.
 */
const SLACK = { times: 1.5, plus: 10 }

test.runIf(testDialect === 'postgres')(
  'with ten times the customers no call scans a table or costs much more',
  async () => {
    const plansAt = async (customers: number) => {
      const db = await openSeeded(NOON)
      const filling = openPostgres(addressOf(db), { max: 1, durable: false })
      await fillCampaign(filling, { customers, now: NOON }, noProgress)
      await filling.destroy()
      let n = 0
      const plans = await planCalls({ db, dialect: 'postgres' }, NOON, async () => {
        n += 1
        return customerOf(db, n)
      })
      await db.destroy()
      return plans
    }
    const small = await plansAt(300)
    const large = await plansAt(3000)
    expect([refused(large), scans(large)]).toEqual([[], []])
    const dearer = large.filter(
      (plan, index) => plan.cost > SLACK.times * (small[index]?.cost ?? 0) + SLACK.plus,
    )
    expect(dearer.map(one => one.name)).toEqual([])
  },
)
