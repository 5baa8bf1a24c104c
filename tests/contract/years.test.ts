import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { campaignOf } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { at, beaconAt, PRIZES } from '#tests/kit/draw.ts'
import { eachTest, rowsOf, testServer } from '#tests/kit/server.ts'
import { preview } from '#tests/kit/set-up.ts'

const server = eachTest(testServer)

test('the command line understands years of the Buddhist era', async () => {
  const run = organiser(server)
  expect((await run('dates', 'set', '--closes', '2569-12-20T23:59:59+07:00')).code).toBe(0)
  expect(at((await campaignOf(server)).closes_at)).toBe('2026-12-20T16:59:59.000Z')
  const leapDay = await run('question', 'set', 'ปีไหน', '--closes', '2571-02-29T12:00:00+07:00')
  expect(leapDay.err).toBe('')
  const [question] = await rowsOf(server, 'question', { text_th: 'ปีไหน' })
  expect(question?.closes_at).toBe(Date.parse('2028-02-29T12:00:00+07:00'))
})

test('the command line counts the days of a Buddhist year', async () => {
  const run = organiser(server)
  const days = async (from: string, to: string) => (await run('stats', '--from', from, '--to', to)).out
  expect(await days('2569-12-01', '2569-12-02')).toBe(await days('2026-12-01', '2026-12-02'))
})

const far = '2112-12-01T00:00:00+07:00'

test.each([
  ['dates set --confirm-by', '--confirm-by: '],
  ['reward set welcome --closes', '--closes: '],
  ['question set ปีไหน --opens', '--opens: '],
  ['question set ปีไหน --closes', '--closes: '],
])('%s refuses a time that is more than five years ahead', async (words, option) => {
  const { code, err } = await organiser(server)(...words.split(' '), far)
  expect([code, err]).toEqual([1, `${option}2112-12-01 00:00 is more than five years ahead`])
})

test('a random value that would be known in more than five years is refused', async () => {
  const run = organiser(server)
  const { err } = await run('draw', 'commit', '--beacon', 'Lottery', '--beacon-at', far, ...PRIZES)
  expect(err).toBe('2112-12-01 00:00 (Bangkok time) is more than five years ahead.')
  const soon = at(await beaconAt(server))
  expect((await run('draw', 'commit', '--beacon', 'Lottery', '--beacon-at', soon, ...PRIZES)).code).toBe(0)
})

test('the desk names the time, and a date that was already stored does not stop other changes', async () => {
  const mali = await (await testDesk(server)).join('manager')
  const confirmBy = Date.parse(far)
  const { body } = await preview(mali, { kind: 'rules', set: { confirmBy } })
  expect(body.refusal).toEqual({ code: 'TOO_FAR', values: { field: 'confirm_by', time: confirmBy } })
  await server.db.updateTable('campaign').set({ confirm_by: confirmBy }).execute()
  const { announce_at } = await campaignOf(server)
  const other = await preview(mali, { kind: 'rules', set: { announceAt: announce_at + DAY_MS } })
  expect(other.body.refusal).toBeNull()
})
