import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { dateOptions, numberOptions, plannedRules, type RuleChange } from '#server/set-up/rules.ts'
import { campaignOf, setCampaign } from '#tests/kit/activity.ts'
import { eachTest, insert, rowOf, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)

const now = () => server.clock.now()
/** Returns why the campaign cannot have these dates and rules, or null if it can. */
async function refusal(change: RuleChange) {
  const planned = plannedRules(server.db, await campaignOf(server), change, now())
  return planned.then(
    () => null,
    error => [error.code, error.values],
  )
}
async function setDraw(change: { readonly sealed_at?: number; readonly beacon_at?: number }) {
  const { draw_id } = await campaignOf(server)
  await update(server, 'draw', change, { id: draw_id ?? '' })
}

test.each(Object.values(numberOptions))(
  '$column has its limits, and both are allowed',
  async ({ column, within }) => {
    const { min, max } = within
    const refused = ['BOUNDS', { field: column, min, max }]
    const given = [min - 1, min, max, max + 1]
    expect(await Promise.all(given.map(value => refusal({ [column]: value })))).toEqual([
      ...[refused, null],
      ...[null, refused],
    ])
  },
)

const dates = Object.values(dateOptions)
test.each(dates.slice(1).map((second, index) => [second, dates[index] ?? second] as const))(
  '%s must be later than %s',
  async (second, first) => {
    const campaign = await campaignOf(server)
    expect(await refusal({ [second]: campaign[first] })).toEqual(['ORDER', { first, second }])
    expect(await refusal({ [second]: campaign[first] + 1 })).toBeNull()
  },
)

describe('the draw', () => {
  test('fixes the opening and the close once its list is sealed, and no other rule', async () => {
    const { opens_at, closes_at } = await campaignOf(server)
    await setDraw({ sealed_at: now() })
    for (const change of [{ opens_at: opens_at + 1 }, { closes_at: closes_at + 1 }])
      expect(await refusal(change)).toEqual(['SEALED', {}])
    expect(await refusal({ opens_at, closes_at, min_age: 20 })).toBeNull()
  })

  test('of another campaign fixes nothing', async () => {
    const draw = await rowOf(server, 'draw')
    await setDraw({ sealed_at: now(), beacon_at: 1 })
    await insert(server, 'draw', { ...draw, id: 'the next draw' })
    await setCampaign(server, { draw_id: 'the next draw' })
    const { closes_at } = await campaignOf(server)
    expect(await refusal({ closes_at: closes_at + 1 })).toBeNull()
  })

  test('has a published beacon time, and the close must be before it', async () => {
    const { closes_at, draw_at } = await campaignOf(server)
    const beacon_at = closes_at + HOUR_MS
    expect(beacon_at).toBeLessThan(draw_at)
    await setDraw({ beacon_at })
    expect(await refusal({ closes_at: beacon_at - 1 })).toBeNull()
    expect(await refusal({ closes_at: beacon_at })).toEqual(['BEACON', { time: beacon_at }])
    expect(await refusal({ closes_at: beacon_at + 1 })).toEqual(['BEACON', { time: beacon_at }])
  })
})

describe('the announcement', () => {
  test('keeps its planned date once it is set, and other rules can change', async () => {
    const { announce_at } = await campaignOf(server)
    expect(await refusal({ announce_at: announce_at + 1 })).toBeNull()
    await setCampaign(server, { announced_at: now() })
    expect(await refusal({ announce_at: announce_at + 1 })).toEqual(['ANNOUNCED', {}])
    expect(await refusal({ announce_at, min_age: 20 })).toBeNull()
  })

  test('that is set for later must leave time to confirm', async () => {
    const { announce_at } = await campaignOf(server)
    const announced_at = announce_at + 3 * DAY_MS
    await setCampaign(server, { announced_at, confirm_by: announced_at + DAY_MS })
    for (const confirm_by of [announced_at - 1, announced_at])
      expect(await refusal({ confirm_by })).toEqual(['CONFIRM_TOO_EARLY', { time: announced_at }])
    expect(await refusal({ confirm_by: announced_at + 1 })).toBeNull()
  })

  test('lets the deadline to confirm only move later, even if the result was announced late', async () => {
    const { announce_at } = await campaignOf(server)
    const announced_at = announce_at + 3 * DAY_MS
    const told = announced_at + 3 * DAY_MS
    await setCampaign(server, { announced_at, confirm_by: told })
    server.clock.advance(announced_at - now())
    for (const confirm_by of [told - 1, announced_at, announced_at - 1])
      expect(await refusal({ confirm_by })).toEqual(['CONFIRM_EARLIER', { time: told }])
    expect(await refusal({ confirm_by: told })).toBeNull()
    expect(await refusal({ confirm_by: told + 1 })).toBeNull()
  })
})
