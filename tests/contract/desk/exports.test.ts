import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { exportTableNames, type sheetKinds } from '#contract/desk/exports.ts'
import { APPROVAL_MS, FRESH_MS } from '#contract/desk/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import { sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { readXlsx } from '#tests/kit/read-xlsx.ts'
import { eachTest, rowOf, testServer } from '#tests/kit/server.ts'
import { announceWinners, sixStates } from '#tests/kit/winners.ts'

type Joined = Awaited<ReturnType<typeof desk.join>>

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const mali = eachTest(() => desk.join('manager', 'Mali'))
const thana = eachTest(() => desk.join('manager', 'Thana'))

type Table = (typeof exportTableNames)[number]
type Kind = (typeof sheetKinds)[number]

const ask = (table: Table, kind: Kind = 'xlsx', lang: 'th' | 'en' = 'th') =>
  mali.ask({ action: 'export-table', table, kind, lang })

async function approved(table: Table, kind?: Kind, lang?: 'th' | 'en'): Promise<string> {
  const id = await ask(table, kind, lang)
  await thana.approve(id)
  return id
}

const fetchFile = async (person: Pick<Joined, 'call'>, id: string) => {
  const called = await person.call('approvedFile', { params: { id } })
  const bytes = called.status === 200 ? new Uint8Array(await called.body.arrayBuffer()) : null
  return { called, bytes }
}

const entries = async (action: string) =>
  (await mali.call('audit')).body.entries.filter(entry => entry.action === action)

test.each(exportTableNames)('%s: a manager gets the file after another manager has approved', async table => {
  const who = await server.signIn()
  await sendReceipt(server, who)
  const id = await ask(table)
  expect((await fetchFile(mali, id)).called.error.error).toBe('NOT_APPROVED')
  await thana.approve(id)
  const { called, bytes } = await fetchFile(mali, id)
  expect(called.headers.get('content-disposition')).toBe(`attachment; filename="${table}.xlsx"`)
  expect(called.headers.get('cache-control')).toBe('no-store')
  expect(Object.keys(unzipSync(bytes ?? new Uint8Array()))).toContain('xl/workbook.xml')
})

test('the workbook has Thai headings, and a phone number keeps its zero', async () => {
  await server.signIn()
  const { bytes } = await fetchFile(mali, await approved('customers'))
  const path = join(await testFolder(), 'customers.xlsx')
  await writeFile(path, bytes ?? new Uint8Array())
  const [[heads, row] = []] = await readXlsx(path)
  const phone = heads?.findIndex(cell => cell?.value === 'เบอร์โทรศัพท์') ?? -1
  expect(row?.[phone]?.value).toMatch(/^0\d{9}$/)
})

test('the language and the format are those that were approved', async () => {
  await server.signIn()
  const text = async (kind: Kind, lang: 'th' | 'en') => {
    const { called, bytes } = await fetchFile(mali, await approved('customers', kind, lang))
    expect(called.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    return new TextDecoder().decode(bytes ?? new Uint8Array())
  }
  expect(await text('csv', 'th')).toMatch(/เบอร์โทรศัพท์[\s\S]*"=""0\d{9}"""/)
  expect(await text('plain-csv', 'en')).toMatch(/Phone[\s\S]*,0\d{9},/)
})

test('the audit log has the person, the table and the number of rows, before and after the download', async () => {
  for (let n = 0; n < 3; n++) await server.signIn()
  const id = await approved('customers', 'csv')
  await fetchFile(mali, id)
  const [begun] = await entries('desk export')
  expect(begun?.actor).toBe(`Mali (desk ${mali.personId})`)
  expect(JSON.parse(begun?.detail ?? '')).toEqual({
    approval: id,
    input: { action: 'export-table', table: 'customers', kind: 'csv', lang: 'th' },
    rows: 3,
  })
  const [ended] = await entries('desk export end')
  expect(JSON.parse(ended?.detail ?? '')).toEqual({ approval: id, rows: 3, isComplete: true })
})

test('a download that breaks off is in the audit log as incomplete, and its approval is used up', async () => {
  await server.signIn()
  const id = await approved('customers')
  const response = await mali.send(`/desk-api/approvals/${id}/file`, {
    method: 'POST',
    headers: { Origin: desk.deps.origin, 'Content-Type': 'application/json' },
    body: '{}',
  })
  await response.body?.cancel()
  await expect.poll(async () => (await entries('desk export end')).length).toBe(1)
  const [ended] = await entries('desk export end')
  expect(JSON.parse(ended?.detail ?? '')).toMatchObject({ approval: id, isComplete: false })
  expect((await fetchFile(mali, id)).called.error.error).toBe('NOT_APPROVED')
})

test('the table of the winners is secret until the announcement, and the approval waits for it', async () => {
  await announceWinners(server, sixStates)
  await setCampaign(server, { announced_at: server.clock.now() + HOUR_MS })
  const id = await approved('winners', 'csv')
  expect((await fetchFile(mali, id)).called.error).toMatchObject({
    error: 'REFUSED',
    detail: 'WINNERS_ARE_SECRET',
  })
  await setCampaign(server, { announced_at: server.clock.now() })
  const { bytes } = await fetchFile(mali, id)
  expect(Buffer.from(bytes ?? []).toString()).toContain('ผู้โชคดี')
})

test('roles other than the manager cannot ask for a table', async () => {
  for (const role of ['reviewer', 'support', 'auditor'] as const) {
    const one = await desk.join(role)
    const input = { action: 'export-table', table: 'customers', kind: 'xlsx', lang: 'th' } as const
    expect((await one.call('askApproval', { body: { input } })).error.error).toBe('FORBIDDEN')
  }
})

test('a button that is pressed twice asks once', async () => {
  const body = { input: { action: 'export-table', table: 'customers', kind: 'xlsx', lang: 'th' } } as const
  await Promise.all([mali.call('askApproval', { body }), mali.call('askApproval', { body })])
  expect((await mali.call('approvals')).body.approvals).toHaveLength(1)
  expect(await entries('desk ask')).toHaveLength(1)
  await thana.call('askApproval', { body })
  expect((await mali.call('approvals')).body.approvals).toHaveLength(2)
})

test('desk check 12: a link to the file gives nothing, not even to the person who asked', async () => {
  await server.signIn()
  const id = await approved('customers')
  const path = `/desk-api/approvals/${id}/file`
  const opened = await mali.send(path, { headers: { 'Sec-Fetch-Site': 'none' } })
  expect(opened.status).toBe(405)
  const framed = await mali.send(path, { headers: { 'Sec-Fetch-Site': 'cross-site' } })
  expect(framed.status).toBe(405)
  const form = await mali.send(path, {
    method: 'POST',
    headers: { Origin: 'https://evil.example', 'Content-Type': 'text/plain' },
    body: '{}',
  })
  expect(form.status).toBe(403)
  expect((await fetchFile(mali, id)).called.status).toBe(200)
})

test('desk check 12: the id of an approved file is worth nothing to anyone else', async () => {
  await server.signIn()
  const id = await approved('customers')
  expect((await fetchFile(desk.browser(), id)).called.error.error).toBe('SIGNED_OUT')
  for (const role of ['manager', 'reviewer', 'support', 'auditor'] as const)
    expect((await fetchFile(await desk.join(role), id)).called.error.error).toBe('NOT_APPROVED')
  expect((await fetchFile(thana, id)).called.error.error).toBe('NOT_APPROVED')
})

test('desk check 12: of two downloads at the same time, one gets the file', async () => {
  await server.signIn()
  const id = await approved('customers')
  const both = await Promise.all([fetchFile(mali, id), fetchFile(mali, id)])
  expect(both.map(({ called }) => called.status).toSorted()).toEqual([200, 409])
})

test('a stolen session cannot fetch the file without the passkey, and the file does not wait for ever', async () => {
  await server.signIn()
  const id = await approved('customers')
  server.clock.advance(FRESH_MS)
  expect((await fetchFile(mali, id)).called.error.error).toBe('FRESH_PASSKEY_REQUIRED')
  server.clock.advance(APPROVAL_MS)
  const { options } = (await mali.call('signInOptions')).body
  await mali.call('signIn', { body: { response: mali.authenticator.use(options) } })
  expect((await fetchFile(mali, id)).called.error.error).toBe('NOT_APPROVED')
})

test('desk check 15: a person who is no longer a manager gets no file, and the open requests cannot be approved', async () => {
  await server.signIn()
  const [file, open] = [await approved('customers'), await ask('receipts')]
  server.clock.advance(1)
  const input = { action: 'take-manager-access', id: mali.personId, role: 'support' } as const
  const asked = await thana.call('askApproval', { body: { input } })
  const taken = { id: asked.body.approvals[0]?.id ?? '' }
  expect((await mali.approve(taken.id)).status).toBe(200)
  const { options } = (await mali.call('signInOptions')).body
  await mali.call('signIn', { body: { response: mali.authenticator.use(options) } })
  expect((await fetchFile(mali, file)).called.error.error).toBe('NOT_APPROVED')
  const decided = await thana.approve(open)
  expect(decided.error.error).toBe('CHANGED')
})

test('desk check 15: the requests of a person whose access has ended cannot be approved', async () => {
  const { customerId } = await server.signIn()
  const beam = await desk.join('support', 'Beam')
  const input = { action: 'erase-customer', customerId } as const
  const id = (await beam.call('askApproval', { body: { input } })).body.approvals[0]?.id ?? ''
  await thana.call('endPerson', { params: { id: beam.personId } })
  const decided = await thana.approve(id)
  expect(decided.error.error).toBe('CHANGED')
  expect((await rowOf(server, 'customer')).status).toBe('registered')
})
