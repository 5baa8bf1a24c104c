import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPostgres } from '#server/store/postgres.ts'
import { customerOf, fillCampaign, growing } from '#tests/kit/big-campaign.ts'
import { noProgress } from '#tests/kit/cli.ts'
import { planDesk, planSetUp } from '#tests/kit/desk-plans.ts'
import { NOON } from '#tests/kit/noon.ts'
import { type Plan, planCalls } from '#tests/kit/plans.ts'
import { openSeeded, testDialect } from '#tests/kit/seeded.ts'
import { addressOf } from '#tests/kit/seeded-postgres.ts'
import { signedIn } from '#tests/kit/server.ts'

/** Returns the refused calls. Their plans prove nothing, because they may stop before their expensive statements. */
const refused = (plans: readonly Plan[]) => plans.filter(one => one.status !== 200).map(one => one.name)
const scans = (plans: readonly Plan[]): Plan[] => plans.filter(one => one.scanned.length > 0)

test.runIf(testDialect === 'sqlite')('no call of a customer scans a growing table', async () => {
  const db = await openSeeded(NOON)
  const plans = await planCalls({ db, dialect: 'sqlite' }, NOON, async server => {
    const who = await server.signIn()
    await who.call('createReward', { body: {} })
    return who
  })
  expect([refused(plans), scans(plans)]).toEqual([[], []])
  // The daily limit counts the receipts of one day, not all receipts of the customer.
  const steps = plans.find(one => one.name === 'createReceipt')?.steps
  expect(steps).toContainEqual(expect.stringMatching(/^SEARCH receipt .*\(customer_id=\? AND sent_day=\?\)$/))
  await db.destroy()
})

/** Allowed additional cost for ten times as many customers: one more index level, or an index scan. */
const SLACK = { times: 1.5, plus: 10 }

test.runIf(testDialect === 'postgres')(
  'with ten times the customers no call scans a table or costs much more',
  async () => {
    const plansAt = async (customers: number) => {
      const db = await openSeeded(NOON)
      const filling = openPostgres(addressOf(db), { max: 1, durable: false })
      await fillCampaign(filling, { customers, now: NOON }, noProgress)
      // Without this, the plans depend on the last automatic analyze of the database.
      await sql`analyze`.execute(filling)
      await filling.destroy()
      let n = 0
      const plans = await planCalls({ db, dialect: 'postgres' }, NOON, async server => {
        n += 1
        return signedIn(server, await customerOf(db, n))
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

test.runIf(testDialect === 'sqlite')(
  'no call of the desk about customers or numbers scans a growing table',
  async () => {
    const db = await openSeeded(NOON)
    const tables = [...growing, 'message', 'reward_use', 'phone_report']
    const plans = await planDesk({ db, dialect: 'sqlite' }, NOON, tables, server => server.signIn())
    expect([refused(plans), scans(plans)]).toEqual([[], []])
    const steps = plans.flatMap(plan => plan.steps).join('\n')
    for (const index of ['customer_first_name_idx', 'customer_last_name_idx', 'audit_customer_idx'])
      expect(steps).toMatch(new RegExp(`^SEARCH \\w+ USING INDEX ${index} \\(<expr>`, 'm'))
    await db.destroy()
  },
)

/** The tables in which a call counts all rows. No index makes the count cheaper; `npm run bench:desk` measures it. */
const counted: Readonly<Record<string, readonly string[]>> = { setUp: ['reward_use', 'answer'] }

test.runIf(testDialect === 'sqlite')(
  'the set-up and its previews scan no growing table, except to count it from an index',
  async () => {
    const db = await openSeeded(NOON)
    const tables = [...growing, 'message', 'reward_use', 'phone_report']
    const plans = await planSetUp({ db, dialect: 'sqlite' }, NOON, tables)
    expect(refused(plans)).toEqual([])
    const others = plans.flatMap(({ name, scanned }) =>
      scanned.filter(table => !counted[name]?.includes(table)).map(table => `${name}: ${table}`),
    )
    expect(others).toEqual([])
    for (const table of counted.setUp ?? [])
      expect(plans.find(one => one.name === 'setUp')?.steps).toContainEqual(
        expect.stringMatching(new RegExp(`^SCAN ${table} USING COVERING INDEX`)),
      )
    await db.destroy()
  },
)

test.runIf(testDialect === 'postgres')('the desk finds customers among thousands by an index', async () => {
  const db = await openSeeded(NOON)
  const filling = openPostgres(addressOf(db), { max: 1, durable: false })
  await fillCampaign(filling, { customers: 3000, now: NOON }, noProgress)
  await filling.destroy()
  const plans = await planDesk({ db, dialect: 'postgres' }, NOON, growing, async server =>
    signedIn(server, await customerOf(db, 7)),
  )
  expect([refused(plans), scans(plans)]).toEqual([[], []])
  await db.destroy()
})
