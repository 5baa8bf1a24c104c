import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { legalTexts } from '#campaign/legal.ts'
import { normalisedLegalText } from '#contract/rules.ts'
import { sha256Hex } from '#server/hash.ts'
import { lineTables, ownedTables } from '#server/identity/export.ts'
import { consentSentences } from '#server/identity/export-texts.ts'
import { fieldWords, leftOutWords, partWords } from '#server/identity/export-words.ts'
import { accountTexts as en } from '#src/i18n/en/account.ts'
import { accountTexts as th } from '#src/i18n/th/account.ts'
import { newKey, sendReceipt } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { eachTest, insert, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const run = organiser(server)
const who = eachTest(() => server.signIn())

async function exported() {
  const path = join(await testFolder(), 'copy.zip')
  expect(await run('customer', 'export', who.customerId, path)).toMatchObject({ code: 0, err: '' })
  const files = unzipSync(await readFile(path))
  const text = (name: string) => Buffer.from(files[name] ?? []).toString()
  return { files, text, data: JSON.parse(text('customer.json')), page: text('customer.html') }
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns the tables that contain personal data according to the data map. */
const personalTables = (): string[] => {
  const section =
    readFileSync('docs/data-map.md', 'utf8').split('\n## On the server\n')[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\| (`.+?) \| (.+?) \|/gm)].flatMap(([, names = '', data = '']) =>
    data.startsWith('none') ? [] : [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  )
}

/**
 * Returns a table's name in the export. The audit log has a different name there, because the export lists the
 * organiser's commands and not rows of the customer.
 */
const nameOf = (table: string) => (table === 'audit' ? 'organiserActions' : camelCase(table))

test('every table with personal data in the data map is in the export, or left out with a reason', async () => {
  const tables = personalTables()
  expect(tables.length).toBeGreaterThan(25)
  const { data, page } = await exported()
  const missing = tables.filter(table => !(nameOf(table) in data) && !(table in leftOutWords))
  expect(missing).toEqual([])
  for (const table of Object.keys(leftOutWords)) expect(tables).toContain(table)
  for (const [thai, english] of Object.values(leftOutWords)) {
    expect(page).toContain(thai)
    expect(page).toContain(english)
  }
  const parts = tables.map(nameOf).filter(name => name in data)
  expect(parts.filter(part => !(part in partWords))).toEqual([])
  expect(Object.keys(partWords).filter(part => !(part in data))).toEqual([])
})

test('the language of the app is in the export', async () => {
  await update(server, 'customer', { language: 'en' }, { id: who.customerId })
  const { data, page } = await exported()
  expect(data.customer.language).toBe('en')
  expect(page).toContain(fieldWords.language?.[0])
})

test('every column has a label in Thai and English', async () => {
  const hidden = new Map<string, readonly string[]>(Object.entries({ ...ownedTables, ...lineTables }))
  const tables = await server.db.introspection.getTables()
  const columns = tables.flatMap(({ name, columns: all }) => {
    const secret = hidden.get(name)
    if (secret === undefined && name !== 'customer') return []
    const left = ['customer_id', ...(name === 'customer' ? [] : ['line_user_id']), ...(secret ?? [])]
    return all.map(column => column.name).filter(column => !left.includes(column))
  })
  expect(columns.length).toBeGreaterThan(100)
  const shown = columns.map(column => (column === 'amount_satang' ? 'amount' : camelCase(column)))
  expect(shown.filter(field => !(field in fieldWords))).toEqual([])
  for (const [field, [thai, english]] of Object.entries({ ...partWords, ...fieldWords }))
    expect([field, /[ก-๙]/.test(thai), /^[A-Z]/.test(english)]).toEqual([field, true, true])
})

test('has what LINE reported about the customer, and nothing of another LINE user', async () => {
  const other = await server.signIn()
  for (const { userId } of [who.user, other.user]) {
    await insert(server, 'line_reach', { line_user_id: userId, is_following: 1, changed_at: 1000 })
    await insert(server, 'line_hand_over', { line_user_id: userId, at: 2000 })
    await insert(server, 'line_webhook_event', {
      id: `event-${userId}`,
      kind: 'message',
      at: 3000,
      line_user_id: userId,
      content: `<b>hello</b> of ${userId}`,
      reply_token: `secret-${userId}`,
      reply: null,
      state: 'waiting',
      not_before: 4000,
      attempts: 0,
      received_at: 3000,
    })
  }
  const { data, page, text } = await exported()
  expect(data.lineReach).toEqual([{ isFollowing: 1, changedAt: '1970-01-01T00:00:01.000Z' }])
  expect(data.lineHandOver).toEqual([{ at: '1970-01-01T00:00:02.000Z' }])
  expect(data.lineWebhookEvent).toEqual([
    expect.objectContaining({
      content: `<b>hello</b> of ${who.user.userId}`,
      notBefore: '1970-01-01T00:00:04.000Z',
    }),
  ])
  expect(text('customer.json')).not.toMatch(new RegExp(`secret-|${other.user.userId}`))
  expect(page).not.toMatch(new RegExp(`secret-|${other.user.userId}|<b>`))
  expect(page).toContain('&lt;b&gt;hello&lt;/b&gt;')
})

test('the notes of the team about the customer are in the export, without their authors', async () => {
  const support = await (await testDesk(server)).join('support', 'Somebody of the team')
  const other = await server.signIn()
  const noteId = '01a1f753-6480-7ac8-afd2-b24aa30ec492'
  const otherId = '01a1f753-6480-7ac8-afd2-b24aa30ec493'
  for (const [id, one, text] of [
    [noteId, who, '<b>called</b>'],
    [otherId, other, 'of another customer'],
  ] as const)
    await support.call('addNote', { params: { id: one.customerId }, body: { noteId: id, text } })
  const { data, page, text } = await exported()
  expect(data.customerNote).toEqual([
    { id: noteId, text: '<b>called</b>', createdAt: new Date(server.clock.now()).toISOString() },
  ])
  expect(page).toContain('&lt;b&gt;called&lt;/b&gt;')
  expect(page + text('customer.json')).not.toMatch(/another customer|Somebody of the team/)
})

test('the page shows profile, receipts with their photos, and times in Bangkok, without scripts', async () => {
  const { body } = await sendReceipt(server, who, { amount: 300.5, receiptNo: 'OWN-4711' })
  await run('receipts', 'approve', body.id)
  await who.call('postAnswer', { key: newKey(), body: { Answer: 'สวนลุม' } })
  await run('customer', 'block', who.customerId, '--reason', 'forged')
  const other = (await sendReceipt(server, await server.signIn())).body
  await run('receipts', 'reject', other.id, '--reason', 'BLURRY')
  const { data, page } = await exported()
  expect(data.organiserActions.map((one: { action: string }) => one.action)).toEqual([
    'receipts approve',
    'customer block',
  ])
  const texts = ['โปรไฟล์', 'Profile', 'OWN-4711', '300.5', 'สวนลุม', '2026-11-20 12:00', '0800000001']
  expect(texts.filter(text => !page.includes(text))).toEqual([])
  expect(page).toContain(`<img src="${data.image[0].file}"`)
  expect(page).toContain('customer block')
  expect(page).not.toMatch(/<script|https?:\/\/(?!profile\.line)|T\d\d:\d\d:\d\d\.\d{3}Z<|forged|tester/)
})

test('a consent has the text that the customer saw; an earlier text has only its hash', async () => {
  const consents = server.db.updateTable('consent')
  const thai = sha256Hex(normalisedLegalText(legalTexts.terms.th))
  await consents.set({ text_sha256: thai }).where('kind', '=', 'terms').execute()
  await consents
    .set({ text_sha256: 'f'.repeat(64) })
    .where('kind', '=', 'privacy')
    .execute()
  await who.call('giveMarketingConsent', { key: newKey(), body: {} })
  const { data, files, text, page } = await exported()
  const filesOf = Object.fromEntries(
    data.consent.map((one: { kind: string; textFiles: string[] }) => [one.kind, one.textFiles]),
  )
  expect(filesOf).toEqual({
    terms: ['texts/terms.th.txt'],
    privacy: [],
    marketing: ['texts/marketing.th.txt', 'texts/marketing.en.txt'],
  })
  expect(text('texts/terms.th.txt').trim()).toBe(legalTexts.terms.th.trim())
  const texts = Object.keys(files).filter(name => name.startsWith('texts/'))
  expect(texts.toSorted()).toEqual(Object.values(filesOf).flat().toSorted())
  expect(page).toContain('an earlier text: ask the organiser for it')
  expect(page).toContain('<a href="texts/terms.th.txt">')
})

test('the sentences of the boxes are those that the app shows', () => {
  for (const [lang, texts] of Object.entries({ th, en })) {
    const { marketing, guardian } = consentSentences
    const key = lang as 'th' | 'en'
    expect(marketing[key]).toBe(`${texts['register.marketing']}\n${texts['register.marketingText']}`)
    expect(guardian[key]).toBe(texts['register.guardian'])
  }
})
