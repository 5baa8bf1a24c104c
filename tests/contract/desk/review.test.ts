import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { systemRandom } from '#server/random.ts'
import { newPhoto, sendReceipt, uploadPhoto } from '#tests/kit/activity.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { askerFirst } from '#tests/kit/reviewers.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(() => testServer({ deps: { random: askerFirst(systemRandom()) } }))
const desk = eachTest(() => testDesk(server))
const customer = eachTest(() => server.signIn())
beforeEach(() => update(server, 'campaign', { max_receipts_per_day: 1000 }))

async function send(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let sent = 0; sent < count; sent++) {
    server.clock.advance(1000)
    ids.push((await sendReceipt(server, customer)).body.id)
  }
  return ids
}

type Browser = Awaited<ReturnType<typeof desk.join>>
const next = async (one: Browser, tab: string, holding: readonly string[] = []) =>
  (await one.call('reviewNext', { body: { tab, holding: [...holding] } })).body
const approved = { kind: 'approved' } as const
const rejection = (reason: 'BLURRY', note: string | null) => ({ kind: 'rejected', reason, note }) as const
const auditEntries = async () => (await server.db.selectFrom('audit').select('seq').execute()).length

const statusOf = async (id: string) =>
  await server.db
    .selectFrom('receipt')
    .select(['status', 'reject_note'])
    .where('id', '=', id)
    .executeTakeFirst()

test('a reviewer approves one receipt, rejects another, and undoes both', async () => {
  const sent = await send(2)
  const one = await desk.join('reviewer', 'Fon')
  const tab = randomUUID()
  const { item: first, counts } = await next(one, tab)
  const { item: second } = await next(one, tab, [first?.receiptId ?? ''])
  expect([counts.pending, first?.receiptId, second?.receiptId].slice(1)).toEqual(sent)
  const body = { tab, receiptId: sent[0] ?? '', version: first?.version ?? 0, decision: approved }
  const decided = (await one.call('reviewDecide', { body })).body
  expect(decided.counts.pending).toBe(1)
  const rejected = await one.call('reviewDecide', {
    body: {
      tab,
      receiptId: sent[1] ?? '',
      version: second?.version ?? 0,
      decision: { kind: 'rejected', reason: 'BLURRY', note: 'ถ่ายใหม่' },
    },
  })
  expect(await statusOf(sent[0] ?? '')).toMatchObject({ status: 'approved' })
  expect(await statusOf(sent[1] ?? '')).toMatchObject({ status: 'rejected', reject_note: 'ถ่ายใหม่' })

  const { version, receiptId } = rejected.body
  const undone = await one.call('reviewUndo', { body: { tab, receiptId, version } })
  expect(undone.body.item?.receiptId).toBe(sent[1])
  const again = { tab, receiptId: decided.receiptId, version: decided.version }
  expect((await one.call('reviewUndo', { body: again })).body.item?.receiptId).toBe(sent[0])
  expect((await one.call('reviewUndo', { body: again })).error).toMatchObject({ error: 'CHANGED' })
  expect(await statusOf(sent[0] ?? '')).toMatchObject({ status: 'pending' })
})

test.each([
  ['an approval', approved, { ...rejection('BLURRY', null) }],
  ['a rejection', rejection('BLURRY', 'ถ่ายใหม่'), rejection('BLURRY', 'อีกครั้ง')],
])(
  '%s whose answer was lost is repeated with the same result, and another decision is refused',
  async (_, decision, other) => {
    const [receiptId = ''] = await send(1)
    const [one, two] = [await desk.join('reviewer', 'Fon'), await desk.join('reviewer', 'Nok')]
    const tab = randomUUID()
    const { item } = await next(one, tab)
    const body = { tab, receiptId, version: item?.version ?? 0, decision }
    const { body: decided } = await one.call('reviewDecide', { body })
    const entries = await auditEntries()
    expect((await one.call('reviewDecide', { body })).body).toEqual(decided)
    expect(await auditEntries()).toBe(entries)
    for (const [who, given] of [
      [one, { ...body, decision: other }],
      [two, body],
    ] as const)
      expect((await who.call('reviewDecide', { body: given })).body).toMatchObject({ error: 'CHANGED' })
    const { version } = decided
    expect((await one.call('reviewUndo', { body: { tab, receiptId, version } })).status).toBe(200)
    expect((await one.call('reviewDecide', { body })).body).toMatchObject({ error: 'CHANGED' })
    expect(await statusOf(receiptId)).toMatchObject({ status: 'pending' })
  },
)

test('after the customer has left, an approval cannot be taken back, and no entries return', async () => {
  await send(1)
  const one = await desk.join('reviewer', 'Fon')
  const tab = randomUUID()
  const { item } = await next(one, tab)
  const body = { tab, receiptId: item?.receiptId ?? '', version: item?.version ?? 0, decision: approved }
  const { receiptId, version } = (await one.call('reviewDecide', { body })).body
  expect((await server.call('cancel', { token: customer.token, body: { confirm: true } })).status).toBe(200)
  const { error } = await one.call('reviewUndo', { body: { tab, receiptId, version } })
  expect(error).toMatchObject({ error: 'REFUSED', detail: 'CUSTOMER_LEFT' })
  expect(await statusOf(receiptId)).toMatchObject({ status: 'approved' })
  const tickets = await server.db.selectFrom('ticket').select('state').execute()
  expect(tickets.filter(({ state }) => state === 'valid')).toEqual([])
})

test('the audit log has each decision with its person', async () => {
  await send(1)
  const one = await desk.join('reviewer', 'Fon')
  const tab = randomUUID()
  const { item } = await next(one, tab)
  const body = { tab, receiptId: item?.receiptId ?? '', version: item?.version ?? 0, decision: approved }
  await one.call('reviewDecide', { body })
  const auditor = await desk.join('auditor')
  const { entries } = (await auditor.call('audit')).body
  expect(entries.find(({ action }) => action === 'receipts approve')?.actor).toBe(
    `Fon (desk ${one.personId})`,
  )
})

test('two tabs of one person and two people never have the same receipt', async () => {
  const sent = await send(4)
  const [fon, nok] = [await desk.join('reviewer'), await desk.join('manager')]
  const [tab, otherTab] = [randomUUID(), randomUUID()]
  const items = [
    (await next(fon, tab)).item,
    (await next(fon, otherTab)).item,
    (await next(nok, tab)).item,
    (await next(fon, tab, sent.slice(0, 1))).item,
  ]
  expect(items.map(item => item?.receiptId).toSorted()).toEqual(sent.toSorted())
  const [first] = items
  const body = { tab, receiptId: first?.receiptId ?? '', version: first?.version ?? 0, decision: approved }
  expect((await nok.call('reviewDecide', { body })).error).toMatchObject({ error: 'CHANGED' })
  expect((await fon.call('reviewDecide', { body: { ...body, tab: otherTab } })).status).toBe(409)
  expect((await fon.call('reviewDecide', { body })).status).toBe(200)
})

test('twenty reviewers at once decide each receipt exactly once', async () => {
  const sent = await send(60)
  const people = await Promise.all(
    Array.from({ length: 20 }, (_, index) => desk.join('reviewer', `Reviewer ${index}`)),
  )
  const decided = await Promise.all(
    people.map(async one => {
      const tab = randomUUID()
      const own: string[] = []
      for (;;) {
        const { item } = await next(one, tab)
        if (!item) return own
        const { receiptId, version } = item
        const { status } = await one.call('reviewDecide', {
          body: { tab, receiptId, version, decision: approved },
        })
        if (status === 200) own.push(receiptId)
      }
    }),
  )
  expect(decided.flat().toSorted()).toEqual(sent.toSorted())
  const entries = await server.db.selectFrom('audit').select('action').execute()
  expect(entries.filter(({ action }) => action === 'receipts approve')).toHaveLength(60)
})

test('a skipped receipt goes to others, and the skip can be undone', async () => {
  const [id = ''] = await send(1)
  const [fon, nok] = [await desk.join('reviewer'), await desk.join('reviewer')]
  const tab = randomUUID()
  await next(fon, tab)
  await fon.call('reviewSkip', { body: { tab, receiptId: id } })
  expect((await next(fon, tab)).item).toBeNull()
  const undone = await fon.call('reviewUndoSkip', { body: { tab, receiptId: id } })
  expect(undone.body.item?.receiptId).toBe(id)
  await fon.call('reviewSkip', { body: { tab, receiptId: id } })
  expect((await next(nok, tab)).item?.receiptId).toBe(id)
  expect((await fon.call('reviewUndoSkip', { body: { tab, receiptId: id } })).error.error).toBe('CHANGED')
})

test('a closed tab returns its receipts at once', async () => {
  const [id] = await send(1)
  const [fon, nok] = [await desk.join('reviewer'), await desk.join('reviewer')]
  const tab = randomUUID()
  await next(fon, tab)
  expect((await next(nok, randomUUID())).item).toBeNull()
  const beat = (await fon.call('reviewHeartbeat', { body: { tab } })).body
  expect(beat.receiptIds).toEqual([id])
  await fon.call('reviewRelease', { body: { tab } })
  expect((await next(nok, randomUUID())).item?.receiptId).toBe(id)
  expect((await fon.call('reviewHeartbeat', { body: { tab } })).body.receiptIds).toEqual([])
})

test('the receipts of a reviewer whose access ends or whose role changes go back to the queue at once', async () => {
  const [id] = await send(1)
  const manager = await desk.join('manager')
  const [fon, nok] = [await desk.join('reviewer'), await desk.join('reviewer')]
  expect((await next(fon, randomUUID())).item?.receiptId).toBe(id)
  await manager.call('endPerson', { params: { id: fon.personId } })
  expect((await next(nok, randomUUID())).item?.receiptId).toBe(id)
  await manager.call('changeRole', { params: { id: nok.personId }, body: { role: 'auditor' } })
  expect((await next(manager, randomUUID())).item?.receiptId).toBe(id)
})

test('the card has the texts of the reasons and the similar receipt', async () => {
  const photo = newPhoto()
  const other = await server.signIn()
  const [own, theirs] = [await uploadPhoto(server, customer, photo), await uploadPhoto(server, other, photo)]
  await sendReceipt(server, customer, { images: [own] })
  server.clock.advance(1000)
  await sendReceipt(server, other, { images: [theirs] })
  const one = await desk.join('reviewer')
  const { item } = await next(one, randomUUID())
  expect(item?.sides).toHaveLength(2)
  expect(item?.sides.map(({ photos }) => photos)).toEqual([1, 1])
  expect(item?.reasons.map(({ en }) => en)).toContain('same photo')
  expect(item?.customer.receipts).toEqual({ pending: 0, approved: 0, rejected: 0, void: 0 })
})

test('what a reviewer sees does not say whether it is a second look', async () => {
  await send(1)
  await update(server, 'campaign', { second_look_percent: 100 })
  const [fon, nok] = [await desk.join('reviewer'), await desk.join('reviewer')]
  const tab = randomUUID()
  const { item: first } = await next(fon, tab)
  const body = { tab, receiptId: first?.receiptId ?? '', version: first?.version ?? 0, decision: approved }
  await fon.call('reviewDecide', { body })
  server.clock.advance(11 * 60_000)
  const { item: second } = await next(nok, tab)
  expect(second?.receiptId).toBe(first?.receiptId)
  expect(Object.keys(second ?? {})).toEqual(Object.keys(first ?? {}))
  expect(second?.sides[0]?.status).toBe('pending')
  const again = { ...body, version: second?.version ?? 0 }
  expect((await nok.call('reviewDecide', { body: again })).status).toBe(200)
  expect(await statusOf(body.receiptId)).toMatchObject({ status: 'approved' })
})
