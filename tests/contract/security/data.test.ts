import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { writeSheet } from '#server/cli/sheet-file.ts'
import { parseCsv } from '#server/data/csv.ts'
import { csvCell } from '#server/exports/csv-format.ts'
import { runDueTasks } from '#server/tasks/run-due.ts'
import { newKey, sendReceipt, uploadPhoto } from '#tests/kit/activity.ts'
import { dump } from '#tests/kit/dump.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { hostileStrings } from '#tests/kit/hostile.ts'
import { pick, seededRandom } from '#tests/kit/random.ts'
import { readXlsx } from '#tests/kit/read-xlsx.ts'
import { eachTest, profileForm, rowOf, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const me = eachTest(() => server.signIn())

const root = fileURLToPath(new URL('../../..', import.meta.url))
const put = (body: Record<string, unknown>) => me.call('putCustomer', { body })

/** Returns two hundred strings that would end, comment out or continue an SQL statement. */
function injections(): string[] {
  const random = seededRandom(23)
  const parts = [
    "'",
    '"',
    '`',
    ';',
    '--',
    '/*',
    '*/',
    '\\',
    ')',
    '(',
    ' or 1=1',
    ' union select ',
    'drop table customer',
    '$1',
    '?',
    ':x',
    '%',
    '_',
    '\u0000',
    'ก',
    '😀',
    '\\u0027',
    "''",
    '$$',
    '{{',
    'pg_sleep(9)',
  ]
  const made = Array.from({ length: 200 - hostileStrings.length }, () =>
    Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(random, parts)).join(''),
  )
  return [...hostileStrings, ...made]
}

test('check 23 (ASVS 1.2.4): no field’s text becomes part of an SQL statement', async () => {
  const texts = injections()
  expect(texts).toHaveLength(200)
  // The API removes invisible characters and characters that change the text direction.
  const stored = (text: string) =>
    text
      .normalize('NFC')
      .replace(/[\p{Bidi_Control}\u200b\ufeff]/gu, '')
      .trim()
  const tables = await server.db.selectFrom('customer').select('id').execute()
  for (const text of texts) {
    const written: [string, { status: number }, string, string | null][] = []
    const name = await me.call('postCustomer', {
      body: { lineUserId: me.user.userId, lineDisplayName: text },
    })
    const row = () => rowOf(server, 'customer', { id: me.customerId })
    written.push(['lineDisplayName', name, stored(text), (await row()).line_display_name ?? ''])
    written.push(['addressLine', await put({ addressLine: text }), stored(text), (await row()).address_line])
    const answer = await me.call('postAnswer', { body: { Answer: text } })
    const kept = await server.db.selectFrom('answer').select('answer_text').executeTakeFirst()
    written.push(['Answer', answer, stored(text), kept?.answer_text ?? null])
    const eventId = newKey()
    const state = await me.call('logState', {
      body: { customerId: me.customerId, state: text, os: 'web', eventId },
    })
    const log = await server.db
      .selectFrom('log_state')
      .select('state')
      .where('event_id', '=', eventId)
      .executeTakeFirst()
    written.push(['state', state, stored(text), log?.state ?? null])
    for (const [field, { status }, expected, found] of written) {
      expect([text, field, [200, 400].includes(status)]).toEqual([text, field, true])
      if (status === 200) expect([text, field, found]).toEqual([text, field, expected])
    }
    const fields = ['firstName', 'lastName', 'phone', 'email', 'birthDate', 'gender', 'postalCode']
    const body = { rewardType: text, storeCode: text } as never
    const odd = await Promise.all([
      ...fields.map(field => put({ [field]: text })),
      me.call('useReward', { body }),
    ])
    expect([text, odd.filter(one => one.status >= 500)]).toEqual([text, []])
  }
  expect(await server.db.selectFrom('customer').select('id').execute()).toEqual(tables)
  expect(await unsafeSql()).toEqual([])
}, 120_000)

/**
 * Files that may build statements from text: `seal.ts` creates triggers, which cannot have parameters, and `try-out.ts`
 * inserts the name of a table from the schema.
 */
const ownWords = ['store/copy/seal.ts', 'store/try-out.ts']

/** Returns lines that could put text into a statement: raw SQL, and templates without Kysely's tag. */
async function unsafeSql(): Promise<string[]> {
  const files = (await readdir(join(root, 'server'), { recursive: true })).filter(
    name => name.endsWith('.ts') && !ownWords.includes(name),
  )
  const found: string[] = []
  for (const name of files) {
    const source = await readFile(join(root, 'server', name), 'utf8')
    for (const [index, line] of source.split('\n').entries()) {
      const raw =
        /\bsql\.(raw|lit)\(|CompiledQuery\.raw\((?!'[^']*'\))|(\.exec|\.prepare|\.query)\(\s*`[^`]*\$\{/.test(
          line,
        )
      const template = /(?<!sql(<[^>]*>)?)`\s*(select|insert|update|delete|drop|alter)\b[^`]*\$\{/i.test(line)
      if (raw || template) found.push(`${name}:${index + 1} ${line.trim()}`)
    }
  }
  return found
}

test('check 24 (ASVS 1.2.10): no cell of an exported spreadsheet is a formula, and each text is unchanged', async () => {
  const led = [
    '=1+1',
    '+cmd|calc',
    '-1+2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '=HYPERLINK("https://evil.example")',
    '-',
    '=',
  ]
  const folder = await testFolder()
  const columns = ['text', 'end'].map(head => ({ head, width: 10 }))
  async function* rows() {
    for (const text of led) yield [text, 'end']
  }
  const [csv, xlsx] = [join(folder, 'x.csv'), join(folder, 'x.xlsx')]
  for (const file of [csv, xlsx]) await writeSheet(file, columns, rows())
  const [[, ...cells] = []] = await readXlsx(xlsx)
  expect(cells.map(row => row[0])).toEqual(led.map(value => ({ type: 'text', value })))
  const text = await readFile(csv, 'utf8')
  expect(text.startsWith('\uFEFFtext,end\r\n')).toBe(true)
  expect(
    parseCsv(text)
      .slice(1)
      .map(row => row.fields[0]?.replace(/^'/, '').trim()),
  ).toEqual(led.map(one => one.trim()))
  for (const one of led) expect(csvCell(one)).toMatch(/^"?'/)
})

test('check 32 (ASVS 7.4.2, PDPA): after erasure, no stored data identifies the customer, and no photo remains', async () => {
  await put({ email: 'somchai@example.com' })
  await me.call('postAnswer', { body: { Answer: 'แม่ชื่อสมศรี' }, key: newKey() })
  await sendReceipt(server, me)
  await uploadPhoto(server, me)
  const piece = { 'Content-Range': 'bytes 0-9/100', 'Content-Type': 'image/jpeg' }
  await me.call('uploadImage', {
    params: { sha256: 'b'.repeat(64) },
    bytes: new Uint8Array(10),
    headers: piece,
  })
  const { customerId } = me
  const words = [
    profileForm.firstName,
    profileForm.lastName,
    profileForm.addressLine,
    profileForm.birthDate,
    '0800000001',
    '+66800000001',
    'somchai@example.com',
    'สมศรี',
    me.user.userId,
    me.user.displayName ?? 'x',
  ]
  const before = await dump(server.db)
  expect(words.filter(word => !before.includes(word))).toEqual(['0800000001'])
  expect((await me.call('cancel', { body: { confirm: true }, key: newKey() })).status).toBe(200)
  await runDueTasks(server.deps)
  const after = await dump(server.db)
  expect(words.filter(word => after.includes(word))).toEqual([])
  expect(server.objects.keys().filter(key => key.includes(customerId))).toEqual([])
})

/** Number of concurrent calls. Sequential calls would spend most of the time waiting. */
const AT_ONCE = 16

test('check 33 (ASVS 2.1.2): refuses every district, subdistrict and postal code with a wrong parent', async () => {
  const { provinces, districts, subdistricts } = (await server.call('masterAll')).body
  const own = { provinceId: 10, districtId: 1001, subdistrictId: 100101, postalCode: '10200' }
  expect((await put(own)).status).toBe(200)
  const refused = async (body: Partial<typeof own>, path: string) => {
    const { status, error } = await put({ ...own, ...body })
    expect([
      body,
      status,
      error.fields?.some(field => field.path === path && field.code === 'mismatch'),
    ]).toEqual([body, 400, true])
  }
  type Wrong = readonly [Partial<typeof own>, string]
  const wrong: Wrong[] = []
  for (const { id } of provinces) if (id !== 10) wrong.push([{ provinceId: id }, 'districtId'])
  for (const { id } of districts) if (id !== 1001) wrong.push([{ districtId: id }, 'subdistrictId'])
  const inBangkok = subdistricts.filter(
    one => one.districtId !== 1001 && Math.floor(one.districtId / 100) === 10,
  )
  for (const { id } of inBangkok) wrong.push([{ subdistrictId: id }, 'subdistrictId'])
  const codes = [...new Set(subdistricts.map(one => one.postalCode))].filter(code => code !== '10200')
  for (const code of codes.filter((_, index) => index % 5 === 0))
    wrong.push([{ postalCode: code }, 'postalCode'])
  while (wrong.length > 0)
    await Promise.all(wrong.splice(0, AT_ONCE).map(([body, path]) => refused(body, path)))
  const { body } = await me.call('getCustomer')
  expect(body).toMatchObject(own)
}, 120_000)
