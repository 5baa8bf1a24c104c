import { expect, test } from 'vitest'
import { CUSTOMER_NOTE_MAX, NOTES_MAX, OWN_NOTE_MS } from '#contract/desk/written.ts'
import { DAY_MS } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { runRetentionOnce } from '#server/retention/daily.ts'
import { newKey, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { changes, dump } from '#tests/kit/dump.ts'
import { columnsOf, eachTest, insert, rowsOf, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const who = eachTest(() => server.signIn())
const support = eachTest(() => desk.join('support', 'Beam'))

type One = Pick<typeof support, 'call'>
const newId = () => uuidv7(server.clock.now(), server.deps.random.bytes(16))
const params = () => ({ id: who.customerId })
const add = (one: One, text: string, noteId = newId()) =>
  one.call('addNote', { params: params(), body: { noteId, text } })
const remove = (one: One, noteId: string) => one.call('deleteNote', { params: params(), body: { noteId } })
const shown = async (one: One) => (await one.call('customer', { params: params() })).body.notes
const entries = async () =>
  (await columnsOf(server, 'audit', ['action', 'detail']))
    .filter(({ action }) => action.startsWith('desk customer note'))
    .map(({ action, detail }) => [action, JSON.parse(detail)])

test('notes are shown newest first with author and time, on the card and in the timeline', async () => {
  const manager = await desk.join('manager', 'Mali')
  expect((await add(support, 'โทรคุยแล้ว\nจะส่งใบเสร็จใหม่')).status).toBe(200)
  server.clock.advance(1000)
  expect((await add(manager, '  called on Monday \u202e')).status).toBe(200)
  const at = server.clock.now()
  expect(await shown(support)).toMatchObject([
    { text: 'called on Monday', by: 'Mali', createdAt: at, mayDelete: false },
    { text: 'โทรคุยแล้ว\nจะส่งใบเสร็จใหม่', by: 'Beam', createdAt: at - 1000, mayDelete: true },
  ])
  expect((await shown(manager)).map(({ mayDelete }) => mayDelete)).toEqual([true, true])
  const { events } = (await support.call('customerTimeline', { params: params() })).body
  expect(events.filter(({ kind }) => kind === 'note').map(({ about, more }) => [about, more])).toEqual([
    ['Mali', 'called on Monday'],
    ['Beam', 'โทรคุยแล้ว\nจะส่งใบเสร็จใหม่'],
  ])
})

test('a repeated or simultaneous call adds the note once; another text under its id is refused with a word', async () => {
  const noteId = newId()
  const answers = await Promise.all([add(support, 'called', noteId), add(support, 'called', noteId)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await add(support, 'called', noteId)).status).toBe(200)
  const other = await desk.join('support', 'Fon')
  for (const [one, text] of [
    [support, 'called twice'],
    [other, 'called'],
  ] as const)
    expect((await add(one, text, noteId)).error).toMatchObject({
      error: 'REFUSED',
      detail: 'NOTE_SAVED_BEFORE',
    })
  expect(await rowsOf(server, 'customer_note')).toMatchObject([
    { text: 'called', person_id: support.personId },
  ])
  expect(await entries()).toEqual([['desk customer note', { customerId: who.customerId, noteId }]])
})

test('authors delete their own notes for a day, managers all notes; each deletion is in the audit log without the text', async () => {
  const [other, manager] = [await desk.join('support', 'Fon'), await desk.join('manager', 'Mali')]
  const [first, second, third] = [newId(), newId(), newId()]
  for (const noteId of [first, second, third]) await add(support, `secret ${noteId}`, noteId)
  expect((await remove(other, first)).error).toMatchObject({ error: 'REFUSED', detail: 'NOTE_OF_ANOTHER' })
  expect((await remove(support, first)).status).toBe(200)
  expect((await remove(support, first)).error).toMatchObject({ error: 'REFUSED', detail: 'NOTE_GONE' })
  const stranger = await server.signIn()
  const elsewhere = { params: { id: stranger.customerId }, body: { noteId: second } }
  expect((await manager.call('deleteNote', elsewhere)).error.detail).toBe('NOTE_GONE')
  server.clock.advance(OWN_NOTE_MS)
  const [again, boss] = [await desk.join('support', 'Beam'), await desk.join('manager', 'Mali')]
  await server.db.updateTable('customer_note').set({ person_id: again.personId }).execute()
  expect((await shown(again)).map(({ mayDelete }) => mayDelete)).toEqual([false, false])
  expect((await remove(again, second)).error).toMatchObject({ error: 'REFUSED', detail: 'NOTE_TOO_OLD' })
  // Two managers delete the note at the same time. One of them is told that the note is gone.
  const both = await Promise.all([remove(boss, second), remove(await desk.join('manager'), second)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await shown(boss)).map(({ id }) => id)).toEqual([third])
  const log = await entries()
  expect(log.map(([action]) => action)).toEqual([
    ...Array.from({ length: 3 }, () => 'desk customer note'),
    ...Array.from({ length: 2 }, () => 'desk customer note delete'),
  ])
  expect(log.at(-1)?.[1]).toEqual({
    customerId: who.customerId,
    noteId: second,
    authorId: again.personId,
  })
  expect(JSON.stringify([await rowsOf(server, 'audit'), await rowsOf(server, 'audit_text')])).not.toContain(
    'secret',
  )
})

test('a customer has at most so many notes', async () => {
  const note = { customer_id: who.customerId, person_id: support.personId, created_at: 1, text: 'x' }
  for (let n = 1; n < NOTES_MAX; n++) await insert(server, 'customer_note', { ...note, id: newId() })
  expect((await add(support, 'the last one')).status).toBe(200)
  expect((await add(support, 'too many')).error).toMatchObject({
    error: 'REFUSED',
    detail: 'TOO_MANY_NOTES',
    values: { max: NOTES_MAX },
  })
  expect(await shown(support)).toHaveLength(NOTES_MAX)
})

/** A valid note, followed by invalid ones with the fields that the refusal names. */
const right = { noteId: '01920000-0000-7000-8000-00000000abcd', text: 'called' }
const wrong: readonly (readonly [sent: object, ...fields: string[]])[] = [
  ...['', ' ', '\n\n', '\t', '\u3000', '\u200b\ufeff', '\u202e\u2066'].map(
    text => [{ ...right, text }, 'text'] as const,
  ),
  ...['a'.repeat(CUSTOMER_NOTE_MAX + 1), 'ก'.repeat(60_000 / 3), '😀'.repeat(251)].map(
    text => [{ ...right, text }, 'text'] as const,
  ),
  ...['a\u0000b', 'a\u0007', 'a\u001b[31m', 'a\u007f', 'a\u0085b', 'a\r\nb', 'a\u000bb', 'a\u009f'].map(
    text => [{ ...right, text }, 'text'] as const,
  ),
  ...['\ud800', 'a\udc00b', '\udfff\ud800'].map(text => [{ ...right, text }, 'text'] as const),
  ...[null, 1, true, [], {}, ['called']].map(text => [{ ...right, text }, 'text'] as const),
  ...[
    '',
    'x',
    '../../etc/passwd',
    "' or 1=1 --",
    null,
    7,
    [],
    `${right.noteId} `,
    right.noteId.toUpperCase(),
  ].map(noteId => [{ ...right, noteId }, 'noteId'] as const),
  [{ noteId: right.noteId }, 'text'],
  [{ text: 'called' }, 'noteId'],
  [{}, 'noteId', 'text'],
  [{ ...right, personId: right.noteId }, 'personId'],
  [{ ...right, createdAt: 1 }, 'createdAt'],
]

test('each of forty wrong notes is refused with its field, and changes nothing', async () => {
  expect(wrong.length).toBeGreaterThanOrEqual(40)
  const before = await dump(server.db)
  for (const [rawBody, ...fields] of wrong) {
    const { status, error } = await support.call('addNote', { params: params(), rawBody })
    const named = [...new Set(error.fields?.map(({ path }) => path))]
    expect([rawBody, status, named]).toEqual([rawBody, 400, fields])
  }
  for (const id of [newId(), right.noteId])
    expect((await support.call('addNote', { params: { id }, body: right })).status).toBe(404)
  expect(changes(before, await dump(server.db))).toEqual([])
})

test('an auditor reads the notes, and neither auditors nor reviewers write or delete them', async () => {
  const noteId = newId()
  await add(support, 'called', noteId)
  const auditor = await desk.join('auditor')
  expect(await shown(auditor)).toMatchObject([{ id: noteId, mayDelete: false }])
  const before = await rowsOf(server, 'customer_note')
  for (const role of ['auditor', 'reviewer', 'staff'] as const) {
    const one = await desk.join(role)
    expect((await add(one, 'x')).error.error).toBe('FORBIDDEN')
    expect((await remove(one, noteId)).error.error).toBe('FORBIDDEN')
  }
  expect(await rowsOf(server, 'customer_note')).toEqual(before)
})

test('leaving and retention delete the notes, and a customer who has left gets no new ones', async () => {
  const other = await server.signIn()
  await add(support, 'called')
  const body = { noteId: newId(), text: 'stays' }
  await support.call('addNote', { params: { id: other.customerId }, body })
  await who.call('cancel', { key: newKey(), body: { confirm: true } })
  expect(await rowsOf(server, 'customer_note')).toMatchObject([{ text: 'stays' }])
  expect((await add(support, 'late')).error).toMatchObject({
    error: 'REFUSED',
    detail: 'NOTE_CUSTOMER_LEFT',
  })
  await setCampaign(server, { announced_at: server.clock.now() - 400 * DAY_MS })
  await runRetentionOnce(server.deps)
  expect(await rowsOf(server, 'customer_note')).toEqual([])
})

test('the erasure by the organiser and a note at the same time leave no note', async () => {
  await Promise.all([
    organiser(server)('customer', 'erase', who.customerId),
    add(support, 'one'),
    add(support, 'two'),
  ])
  expect(await rowsOf(server, 'customer_note')).toEqual([])
})
