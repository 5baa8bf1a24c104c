import { expect, test } from 'vitest'
import { prizes as advertisedByTheApp } from '#campaign/prizes.ts'
import { advertisedDifferences } from '#server/draw/advertised.ts'
import { organiser } from '#tests/kit/cli.ts'
import { at, beaconAt, endCampaign, shownDraw, ticketHolders } from '#tests/kit/draw.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'

const prize = (key: string, titleTh: string, count: number) =>
  ({ key, titleTh, titleEn: key, valueBaht: 500, delivery: 'shipped', count }) as const
const ticket = { ...prize('ticket', 'บัตร', 5), delivery: 'seat' } as const
const box = prize('case', 'ยกลัง', 20)

const server = eachTest(testServer)

const store = (prizes: readonly object[]) => update(server, 'draw', { prizes: JSON.stringify(prizes) })
const reserves = { titleTh: 'ลำดับสำรอง', count: 7, reserve: true }
async function commit(...more: string[]) {
  const run = organiser(server, [], { advertised: [ticket, box] })
  return run('draw', 'commit', '--beacon', 'x', '--beacon-at', at(await beaconAt(server)), ...more)
}

test('commits the advertised prizes, with or without naming them', async () => {
  await store([ticket, box, reserves])
  expect(await commit()).toMatchObject({ code: 0, err: '' })
  expect(await commit('--again', '--prize', 'ticket=5', '--prize', 'ยกลัง=20')).toMatchObject({ code: 0 })
  expect((await shownDraw(server)).prizes).toEqual([ticket, box])
})

test('refuses another count, names both numbers and says what to do', async () => {
  await store([{ ...ticket, count: 4 }, box, reserves])
  const { code, err } = await commit()
  expect(code).toBe(1)
  expect(err).toBe(
    [
      'The prizes of the draw differ from those that the app advertises (campaign/prizes.ts):',
      '  "ticket" (บัตร): the app advertises 5, the draw has 4',
      'To draw the advertised prizes, run `draw commit` (with --again if the draw is committed) with:',
      '  --prize "ticket=5" --prize "case=20" --reserves 7',
      'Or correct campaign/prizes.ts, then build and deploy the app.',
    ].join('\n'),
  )
  expect((await shownDraw(server)).state).toBe('open')
  expect(await commit('--prize', 'ticket=5', '--prize', 'case=20', '--reserves', '7')).toMatchObject({
    code: 0,
  })
})

test.each([
  ['a removed prize', ['ticket=5'], '"case" (ยกลัง): the app advertises 20, the draw has 0'],
  [
    'a new prize',
    ['ticket=5', 'case=20', 'เสื้อ=1'],
    '"เสื้อ": the app does not advertise this prize, the draw has 1',
  ],
  ['more of a prize', ['ticket=5', 'case=21'], '"case" (ยกลัง): the app advertises 20, the draw has 21'],
  ['a prize given twice', ['ticket=5', 'case=20', 'case=1'], 'the app advertises 20, the draw has 21'],
])('refuses %s', async (_, prizes, message) => {
  const { code, err } = await commit(...prizes.flatMap(one => ['--prize', one]))
  expect([code, err]).toEqual([1, expect.stringContaining(message)])
})

test('refuses a correction with --again that differs, and keeps the first commitment', async () => {
  await store([ticket, box])
  await commit()
  const before = await shownDraw(server)
  expect((await commit('--again', '--prize', 'ticket=5')).code).toBe(1)
  expect(await shownDraw(server)).toEqual(before)
})

test('recognises the prizes of an older release by their title', () => {
  const old = [{ titleTh: 'บัตร', count: 5 }, { titleTh: 'ยกลัง', count: 20 }, reserves]
  expect(advertisedDifferences(old, [ticket, box])).toEqual([])
})

test('names a prize whose value, title or delivery was changed in the app', () => {
  const changed = { ...box, titleEn: 'crate', valueBaht: 400, delivery: 'counter' } as const
  expect(advertisedDifferences([ticket, box], [ticket, changed])).toEqual([
    '"case" (ยกลัง): the app advertises titleEn "crate", the draw has "case"',
    '"case" (ยกลัง): the app advertises valueBaht "400", the draw has "500"',
    '"case" (ยกลัง): the app advertises delivery "counter", the draw has "shipped"',
  ])
})

test('a draw by hand without a commitment must also have the advertised prizes', async () => {
  await ticketHolders(server, [2, 1])
  await store([{ ...ticket, count: 4 }, box])
  await endCampaign(server)
  const run = organiser(server, [], { advertised: [ticket, box] })
  expect((await run('draw', 'seal', '--physical')).err).toContain('the app advertises 5, the draw has 4')
  await store([ticket, box])
  expect((await run('draw', 'seal', '--physical')).code).toBe(0)
})

test('the demo campaign draws what its app advertises', async () => {
  const demo = await testServer()
  const { campaignRows } = await import('#server/data/definition.ts')
  const { definition } = await import('#campaign/definition.ts')
  const { draw } = campaignRows(definition, demo.clock.now())
  expect(advertisedDifferences(JSON.parse(draw.prizes), advertisedByTheApp)).toEqual([])
  await demo.close()
})
