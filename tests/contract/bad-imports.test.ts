import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { campaignOf } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { eachTest, rowsOf, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const run = organiser(server)
const inFolder = eachFolder()

const HEAD = 'code,chain,nameTh,branch,province,receiptNoHint,receiptNoPattern,receiptNoPlace,active'
/** Returns a file with a valid line before and after the invalid one, so that a partial import would leave a trace. */
const around = (line: string) => `${HEAD}\nR-1,ร้าน,ร้าน,แรก,10,,,,\n${line}\nR-2,ร้าน,ร้าน,สอง,10,,,,\n`
const LONG = 'ร'.repeat(201)

/** Invalid lines of the list of stores, each with the column that the message must name. */
const lines: readonly (readonly [line: string, column: string])[] = [
  [',ร้าน,ร้าน,ก,10,,,,', 'code: must not be empty'],
  ['A,,ร้าน,ก,10,,,,', 'chain: must not be empty'],
  ['A,ร้าน,,ก,10,,,,', 'nameTh: must not be empty'],
  ['A,ร้าน,ร้าน,,10,,,,', 'branch: must not be empty'],
  ['A,ร้าน,ร้าน,ก,,,,,', 'province: must not be empty'],
  ['A', 'chain: must not be empty'],
  ['A,ร้าน,ร้าน,ก,แอตแลนติส,,,,', 'province: "แอตแลนติส" is not a province'],
  ['A,ร้าน,ร้าน,ก,9,,,,', 'province: "9" is not a province'],
  ['A,ร้าน,ร้าน,ก,1e1,,,,', 'province: "1e1" is not a province'],
  ['A,ร้าน,ร้าน,ก,-10,,,,', 'province: "-10" is not a province'],
  ['A,ร้าน,ร้าน,ก,10.0,,,,', 'province: "10.0" is not a province'],
  ['A,ร้าน,ร้าน,ก,Bangkokk,,,,', 'province: "Bangkokk" is not a province'],
  ['A,ร้าน,ร้าน,ก,10,,,,yes', 'active: must be 0 or 1'],
  ['A,ร้าน,ร้าน,ก,10,,,,2', 'active: must be 0 or 1'],
  ['A,ร้าน,ร้าน,ก,10,,,,-1', 'active: must be 0 or 1'],
  ['A,ร้าน,ร้าน,ก,10,,,,TRUE', 'active: must be 0 or 1'],
  ['A,ร้าน,ร้าน,ก,10,,BD*,,', 'receiptNoPattern: "BD*" is not a pattern'],
  ['A,ร้าน,ร้าน,ก,10,,##,,', 'receiptNoPattern: "##" is not a pattern'],
  ['A,ร้าน,ร้าน,ก,10,,^[0-9]+$,,', 'receiptNoPattern: "^[0-9]+$" is not a pattern'],
  [`A,ร้าน,ร้าน,ก,10,,${'#'.repeat(41)},,`, 'receiptNoPattern: "#'],
  ['A,ร้าน,ร้าน,ก,10,,,top,', 'receiptNoPlace: "top" must be one of'],
  ['A,ร้าน,ร้าน,ก,10,,,TITLE,', 'receiptNoPlace: "TITLE" must be one of'],
  [`${LONG},ร้าน,ร้าน,ก,10,,,,`, 'code: must be at most 200'],
  [`A,${LONG},ร้าน,ก,10,,,,`, 'chain: must be at most 200'],
  [`A,ร้าน,${LONG},ก,10,,,,`, 'nameTh: must be at most 200'],
  [`A,ร้าน,ร้าน,ก,10,${LONG},,,`, 'receiptNoHint: must be at most 200'],
  ['A\u0007,ร้าน,ร้าน,ก,10,,,,', 'code: contains control characters'],
  ['A,ร้าน,ร้าน\u0000,ก,10,,,,', 'nameTh: contains control characters'],
  ['R-1,ร้าน,ร้าน,ก,10,,,,', 'code: "R-1" is also on line 2'],
  ['r-1,ร้าน,ร้าน,ก,10,,,,', 'code: "R-1" is also on line 2'],
  ['A,ร้าน,ร้าน,ก,10,,,,,x', 'has 10 cells but there are 9 columns'],
]

test.each(lines)('a list of stores with the line "%.40s" is refused: line 3: %s', async (line, message) => {
  const before = await rowsOf(server, 'store')
  const file = inFolder('stores.csv')
  await writeFile(file, around(line))
  const { code, err } = await run('store', 'import', file)
  expect(code).toBe(1)
  expect(err).toContain('line 3: ')
  expect(err).toContain(message)
  expect(await rowsOf(server, 'store')).toEqual(before)
  expect(await rowsOf(server, 'audit')).toEqual([])
})

const at = (text: string) => ['--closes', text] as const
/** Invalid options of `dates set`. The test adds a valid option to each, which must not be stored. */
const options: readonly (readonly string[])[] = [
  at('tomorrow'),
  at('2026-12-31'),
  at('2026-12-31T23:59'),
  at('2026-12-31T23:59:59'),
  at('31/12/2026'),
  at('31 ธ.ค. 2569'),
  at('2026-13-01T00:00:00+07:00'),
  at('2026-02-30T00:00:00+07:00'),
  at('2026-12-31T25:00:00+07:00'),
  at('2026-12-31T23:59:59+99:00'),
  at('0026-12-31T23:59:59+07:00'),
  at('2036-12-31T23:59:59+07:00'),
  at('3112-12-31T23:59:59+07:00'),
  at(''),
  at('1767200399'),
  ['--opens', 'yesterday'],
  ['--draw', '2026-12-31'],
  ['--announce', 'soon'],
  ['--confirm-by', '2999-01-01T00:00:00+07:00'],
  ['--baht-per-right', '0'],
  ['--baht-per-right', '-5'],
  ['--baht-per-right', '1e5'],
  ['--baht-per-right', '1250,50'],
  ['--baht-per-right', '๑๐๐บาท'],
  ['--max-per-day', '1.5'],
  ['--max-per-day', 'many'],
  ['--min-age', '200'],
  ['--min-amount', '-1'],
  ['--min-amount', '1250,5x'],
  ['--review-days', 'two'],
  ['--second-look', '101'],
  ['--permit-no', 'x'.repeat(1000)],
]

test.each(options)('dates set refuses %s %s, names the option and changes nothing', async (name, value) => {
  const before = await campaignOf(server)
  const right = name === '--max-per-day' ? ['--baht-per-right', '123'] : ['--max-per-day', '7']
  const { code, err } = await run('dates', 'set', ...right, `${name}=${value}`)
  expect(code).toBe(1)
  expect(err).toContain(name)
  expect(await campaignOf(server)).toEqual(before)
})
