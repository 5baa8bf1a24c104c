import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readSettings } from '#server/config.ts'
import { announceDraw } from '#server/draw/announce.ts'
import { runDraw } from '#server/draw/run.ts'
import { standInBeacon } from '#server/draw/stand-in.ts'
import { openServer } from '#server/start.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { organiser, runInOrder } from '#tests/kit/cli.ts'
import { at, beaconAt, endCampaign, PRIZES, shownDraw, ticketHolders, winnersOf } from '#tests/kit/draw.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'

/** A result that was drawn with the made-up beacon of a rehearsal must never count as a real one. */
const quiet = { begin: () => undefined, step: () => undefined }
const beacon = standInBeacon('482913')

const server = eachTest(testServer)
beforeEach(async () => {
  await ticketHolders(server, [2, 1, 3, 1])
  const known = await beaconAt(server)
  const office = organiser(server)
  await runInOrder(office, [['draw', 'commit', '--beacon', 'x', '--beacon-at', at(known), ...PRIZES]])
  await endCampaign(server)
  await runInOrder(office, [['draw', 'seal']])
  server.clock.advance(known - server.clock.now())
})

const rehearse = () =>
  runDraw(server.db, beacon, { now: server.clock.now(), random: server.deps.random, rehearsal: true }, quiet)

test.each([beacon, ` ${beacon.toUpperCase()} `])('`draw run` refuses the stand-in "%s"', async given => {
  const { code, err } = await organiser(server)('draw', 'run', '--beacon', given)
  expect([code, err]).toEqual([1, expect.stringContaining('is a rehearsal’s stand-in')])
  expect([(await shownDraw(server)).state, await winnersOf(server)]).toEqual(['sealed', []])
})

test('`announce` refuses a result that a rehearsal has drawn', async () => {
  await rehearse()
  const { code, err } = await organiser(server)('announce', '--now')
  expect([code, err]).toEqual([1, expect.stringContaining('is a rehearsal’s stand-in')])
  expect(await shownDraw(server)).toMatchObject({ state: 'run', winners: [] })
})

test('`draw verify` fails for the file of a rehearsal, although its winners can be recomputed', async () => {
  await rehearse()
  const file = join(await testFolder(), 'draw.json')
  const office = organiser(server)
  await runInOrder(office, [['draw', 'publish', file]])
  const { code, out } = await office('draw', 'verify', file)
  expect(code).toBe(1)
  expect(out.split('\n').filter(line => line.startsWith('FAIL'))).toEqual([
    'FAIL  beacon: made up by a rehearsal, not a real draw',
  ])
})

test('in production, the server does not start on the copy of a rehearsal', async () => {
  const folder = await testFolder()
  const env = { DATA_DIR: folder, LINE_CHANNEL_ID: '1234567890', LOG_LEVEL: 'silent' }
  const read = readSettings(env, 'emulator')
  if (!read.ok) throw new Error(read.errors.join())
  await (await openServer(read.settings)).close()
  const db = openSqlite(join(folder, 'campaign.sqlite'))
  await update({ db }, 'draw', { beacon })
  await db.destroy()
  await expect(openServer(read.settings, {}, 'refuse')).rejects.toThrow('the copy of a rehearsal')
  await (await openServer(read.settings)).close()
})

test('a rehearsal itself can announce its result', async () => {
  await rehearse()
  await announceDraw(server.db, server.clock.now(), server.clock.now(), true)
  expect((await shownDraw(server)).state).toBe('announced')
})
