import { expect, test } from 'vitest'
import { type DeskPage, deskWorld } from '#tests/kit/desk-page.tsx'
import { eachTest, rowsOf, type SignedIn } from '#tests/kit/server.ts'

const world = eachTest(deskWorld)
const who = eachTest((): Promise<SignedIn> => world.server.signIn())
const FIELD = 'New note'
const notes = () => rowsOf(world.server, 'customer_note')
const texts = async () => (await notes()).map(({ text }) => text)

async function open(role: Parameters<typeof world.openPage>[1] = 'support'): Promise<DeskPage> {
  const page = await world.openPage(`/customers/${who.customerId}`, role)
  await page.press('Notes')
  return page
}
const typed = (page: DeskPage) => page.field(FIELD).value

async function loseAnswer(page: DeskPage): Promise<void> {
  page.network.breakBy(name => (name === 'addNote' ? 'answer-lost' : 'arrives'))
  await page.press('Add note')
  page.network.breakBy(() => 'arrives')
}

/** A typed text, and the words that must follow the field's name in the error. */
const wrong: readonly (readonly [typed: string, words: string])[] = [
  ...['', ' ', '\n', '\n\n\n', '\t', '\u3000', '\u200b', '\ufeff', '\u202e', '\u2066\u2069'].map(
    text => [text, 'type a text first'] as const,
  ),
  ...['\u0000', '\u0001', '\u0007', '\u001b[31m', '\u007f', '\u0085', '\u009f', '\ud800', '\udfff'].flatMap(
    bad =>
      [
        [`a${bad}b`, 'line 1 contains an invisible character'],
        [`โทรแล้ว\nกข${bad}ค`, 'line 2 contains an invisible character'],
      ] as const,
  ),
  ['\n\n a\nb\u0007', 'line 4 contains an invisible character'],
  ['a\u000bb', 'line 1 contains an invisible character'],
  ['a'.repeat(501), 'at most 500 characters. This text has 501, and line 1'],
  [`${'ก'.repeat(250)}\n${'ข'.repeat(249)}\nค`, 'at most 500 characters. This text has 502, and line 3'],
  ['😀'.repeat(251), 'at most 500 characters. This text has 502, and line 1'],
  [`\n\n${'x\n'.repeat(300)}y`, 'at most 500 characters. This text has 601, and line 253'],
]

test('each of thirty wrong notes gets a sentence that names the field and the line, stays in the field, and adds nothing', async () => {
  expect(wrong.length).toBeGreaterThanOrEqual(30)
  const page = await open()
  for (const [text, words] of wrong) {
    await page.type(FIELD, text)
    await page.press('Add note')
    expect([text, page.text().includes(`${FIELD}: ${words}`)]).toEqual([text, true])
    expect(typed(page)).toBe(text)
  }
  expect([page.network.count('addNote'), await notes()]).toEqual([0, []])
})

test('a note is added once by a double click, and the field is empty afterwards', async () => {
  const page = await open()
  await page.type(FIELD, '  called\nin the morning ')
  await page.click('Add note')
  await page.press('Add note')
  expect([await texts(), typed(page)]).toEqual([['called\nin the morning'], ''])
  expect(page.text()).toContain('The note is added.')
  expect(page.text()).toContain('called')
})

test('after a lost answer the text stays, and the next press adds the note once', async () => {
  const page = await open()
  await page.type(FIELD, 'called')
  await loseAnswer(page)
  expect(page.alerts().join()).toContain('The server cannot be reached')
  expect([typed(page), await texts()]).toEqual(['called', ['called']])
  await page.press('Add note')
  expect([typed(page), await texts(), page.alerts()]).toEqual(['', ['called'], ['The note is added.']])
})

test('a text that was changed after a lost answer is not stored in place of the first one, and says so', async () => {
  const page = await open()
  await page.type(FIELD, 'called')
  await loseAnswer(page)
  await page.type(FIELD, 'called twice')
  await page.press('Add note')
  expect(page.alerts().join()).toContain('An earlier attempt has already added this note')
  expect([typed(page), await texts()]).toEqual(['called twice', ['called']])
  await page.press('Add note')
  expect((await texts()).toSorted()).toEqual(['called', 'called twice'])
})

test('a typed text survives another tab of the page, and a reload sends nothing', async () => {
  const page = await open()
  await page.type(FIELD, 'not sent yet')
  await page.press('Receipts')
  await page.press('Notes')
  expect(typed(page)).toBe('not sent yet')
  await page.leave()
  const again = await open()
  expect([typed(again), await notes()]).toEqual(['', []])
})

test('two managers: both notes stay, and the second one who deletes a note reads that it is gone', async () => {
  const [one, other] = [await world.join('manager', 'Mali'), await world.join('manager', 'Somchai')]
  const page = await open(one)
  await page.type(FIELD, 'called')
  await page.press('Add note')
  const params = { id: who.customerId }
  await other.call('addNote', { params, body: { noteId: crypto.randomUUID(), text: 'called as well' } })
  expect((await texts()).toSorted()).toEqual(['called', 'called as well'])
  const [note] = await notes()
  await other.call('deleteNote', { params, body: { noteId: note?.id ?? '' } })
  await page.press(`Delete the note by Mali of ${timeOf(note?.created_at ?? 0)}`)
  await page.press('Delete note')
  expect(page.alerts().join()).toContain('This note has already been deleted.')
})

const timeOf = (ms: number) =>
  new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Bangkok',
  }).format(ms)

test('an auditor reads the notes without a form or a button', async () => {
  const support = await world.join('support', 'Beam')
  const body = { noteId: crypto.randomUUID(), text: 'called' }
  await support.call('addNote', { params: { id: who.customerId }, body })
  const page = await open('auditor')
  expect(page.text()).toContain('called')
  expect(page.text()).toContain('Beam')
  expect([page.has('label', FIELD), page.has('button', 'Add note')]).toEqual([false, false])
  expect(document.querySelectorAll('button[aria-label^="Delete"]').length).toBe(0)
})
