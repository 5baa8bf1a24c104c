import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prizes } from '#campaign/prizes.ts'
import { DAY_MS } from '#contract/time.ts'
import type { CliDeps } from '#server/cli/run.ts'
import { sha256Hex } from '#server/hash.ts'
import { openStore } from '#server/open-store.ts'
import { makePerson } from '#server/rehearsal/people.ts'
import { seededRandom } from '#server/rehearsal/seeded-random.ts'
import { deleteCopy } from '#server/rehearsal/site.ts'
import { migrate } from '#server/store/migrate.ts'
import { runWith } from '#tests/kit/cli.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { memoryObjects } from '#tests/kit/memory-objects.ts'
import { NOON } from '#tests/kit/noon.ts'
import { rowOf, update } from '#tests/kit/rows.ts'

/** `rehearse` plays a campaign on a copy of the database in a data folder. */
const now = NOON

const inFolder = eachFolder()

const file = () => inFolder('campaign.sqlite')

async function open(dataDir: string) {
  const store = await openStore({ dataDir, databaseUrl: null, s3: null })
  await migrate(store.db, now)
  return { ...store, close: () => store.db.destroy() }
}

const run = (argv: readonly string[], more: Partial<CliDeps> = {}, dataDir = inFolder()) =>
  runWith(argv, {
    open: () => open(dataDir),
    location: () => ({ databaseFile: file(), objects: memoryObjects() }),
    advertised: prizes,
    ...more,
  })

test('plays a new campaign from the opening to the promoted reserves, and leaves nothing behind', async () => {
  const { code, out, err } = await run(['rehearse', '--json'], { location: () => null })
  expect([code, err]).toEqual([0, []])
  const { steps, failure, folder: kept } = JSON.parse(out[0] ?? '')
  expect([failure, kept]).toEqual([null, null])
  const titles = steps.map(({ title }: { title: string }) => title)
  expect(titles).toHaveLength(11)
  expect(titles.join('\n')).toMatch(
    /opens\n200 customers join.*draw commit.*draw seal.*draw run.*announce.*promote/s,
  )
  const times = steps.map(({ at }: { at: number }) => at)
  expect(times).toEqual(times.toSorted((a: number, b: number) => a - b))
})

test('reads the live database only: not one byte changes, and the audit log has no entry', async () => {
  await run(['init', '--demo'])
  const before = sha256Hex(await readFile(file()))
  const { code, out } = await run(['rehearse'])
  expect([code, out.at(-1)]).toEqual([0, 'The whole campaign works with these dates and prizes.'])
  expect(sha256Hex(await readFile(file()))).toBe(before)
})

test('keeps the copy with --keep: the command line can open it, but cannot announce or draw', async () => {
  const { out } = await run(['rehearse', '--keep', '--json'], { location: () => null })
  const { folder: copy, endedAt } = JSON.parse(out[0] ?? '')
  try {
    expect(JSON.parse(await readFile(join(copy, 'clock.json'), 'utf8'))).toEqual({
      frozenAt: endedAt,
      offsetMs: 0,
    })
    expect((await run(['export', 'winners', inFolder('w.xlsx')], {}, copy)).code).toBe(0)
    const announced = await run(['announce', '--now'], {}, copy)
    expect([announced.code, announced.err[0]]).toEqual([1, expect.stringContaining('stand-in')])
  } finally {
    await deleteCopy(copy)
  }
})

test('stops at the step that would fail, says what to do, and exits with 1', async () => {
  await run(['init', '--demo'])
  const [first, ...others] = prizes
  const advertised = first === undefined ? [] : [{ ...first, count: first.count + 1 }, ...others]
  const { code, out } = await run(['rehearse'], { advertised })
  expect(code).toBe(1)
  expect(out.filter(line => line.startsWith('ok'))).toHaveLength(2)
  expect(out.join('\n')).toMatch(/^FAIL .*draw commit[\s\S]*differ from those that the app advertises/m)
  expect(out.at(-1)).toBe('Correct this in the real campaign, then run `rehearse` again.')
})

test('says which date is too early', async () => {
  await run(['init', '--demo'])
  const { db, close } = await open(inFolder())
  const { closes_at } = await rowOf({ db }, 'campaign')
  await update({ db }, 'campaign', { draw_at: closes_at + DAY_MS / 2 })
  await close()
  const { code, out } = await run(['rehearse'])
  expect([code, out.find(line => line.startsWith('FAIL'))]).toEqual([1, expect.stringContaining('draw seal')])
  expect(out.join('\n')).toContain('dates set --draw')
})

test('refuses a campaign whose draw has been run', async () => {
  await run(['init', '--demo'])
  const { db, close } = await open(inFolder())
  await update({ db }, 'draw', { state: 'run' })
  await close()
  const { code, err } = await run(['rehearse'])
  expect([code, err[0]]).toEqual([1, expect.stringContaining('rehearse before `draw run`')])
})

test('the same seed gives the same people', () => {
  const people = () => {
    const random = seededRandom('x')
    return Array.from({ length: 5 }, (_, index) => makePerson(index, random))
  }
  expect(people()).toEqual(people())
  expect(new Set(people().map(({ user }) => user.lineUserId)).size).toBe(5)
})
