import { beforeEach, expect, test } from 'vitest'
import { campaignOf, setCampaign } from '#tests/kit/activity.ts'
import { eachTest, insert, testServer, update } from '#tests/kit/server.ts'

let id: string

const server = eachTest(testServer)
beforeEach(async () => {
  id = (await campaignOf(server)).draw_id ?? ''
})

const draw = async () => (await server.call('draw', { params: { id } })).body
const winner = (rank: number, reserve: number) => ({
  draw_id: id,
  rank,
  ticket_id: `01920000-0000-7000-8000-00000000000${rank}`,
  customer_id: 'c',
  masked_name: `สม*** ${rank}`,
  reserve,
  seat: reserve === 1 ? null : rank,
  promoted_at: null,
})

test('shows only the prizes of an open draw', async () =>
  expect(await draw()).toEqual({
    id,
    state: 'open',
    method: null,
    prizes: [
      {
        key: 'concert',
        titleTh: 'บัตรคอนเสิร์ต 2 ที่นั่ง',
        titleEn: 'Two concert tickets',
        valueBaht: 5000,
        delivery: 'seat',
        count: 50,
      },
      { titleTh: 'ลำดับสำรอง', titleEn: 'Reserves', count: 25, reserve: true },
    ],
    committedAt: null,
    beaconSource: null,
    beaconAt: null,
    commitment: null,
    beacon: null,
    sealedAt: null,
    entriesHash: null,
    entriesCount: null,
    winners: [],
  }))

test('publishes commitment and list hash immediately, secret and winners after the announcement, reserves never', async () => {
  await update(server, 'draw', {
    state: 'run',
    commitment: 'c'.repeat(64),
    beacon_source: 'สลากกินแบ่งรัฐบาล 16 ธันวาคม 2569 รางวัลที่ 1',
    secret: 'tell-nobody',
    sealed_at: server.clock.now(),
    entries_hash: 'e'.repeat(64),
    entries_count: 12,
  })
  await insert(server, 'draw_winner', [winner(2, 0), winner(1, 0), winner(3, 1)])
  const before = await draw()
  expect(before).toMatchObject({ commitment: 'c'.repeat(64), entriesCount: 12, winners: [] })
  expect(JSON.stringify(before)).not.toContain('tell-nobody')
  await setCampaign(server, { announced_at: server.clock.now() })
  const after = await draw()
  expect(after.secret).toBe('tell-nobody')
  expect(after.winners.map(one => [one.rank, one.name])).toEqual([
    [1, 'สม*** 1'],
    [2, 'สม*** 2'],
  ])
})

test('answers 404 for an unknown draw and 400 for an invalid id', async () => {
  const none = await server.call('draw', { params: { id: '01920000-0000-7000-8000-00000000ffff' } })
  const wrong = await server.call('draw', { params: { id: 'x' } })
  expect([none.status, wrong.status, wrong.error.fields?.[0]?.path]).toEqual([404, 400, 'id'])
})
