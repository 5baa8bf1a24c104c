import { expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { withTexts } from '#server/audit/texts.ts'
import { newKey, receiptBody, sendReceipt, uploadPhoto } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, rowOf, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const run = organiser(server)
const who = eachTest(() => server.signIn())
const support = eachTest(() => desk.join('support', 'Beam'))

const find = async (text: string) => {
  const { body } = await support.call('findCustomers', { body: { text } })
  return body.customers.map(({ id }) => id)
}
const rename = (id: string, first_name: string, last_name: string) =>
  update(server, 'customer', { first_name, last_name }, { id })
const params = () => ({ id: who.customerId })
const actions = async () =>
  (await withTexts(server.db, await server.db.selectFrom('audit').selectAll().orderBy('seq').execute()))
    .filter(({ action }) => action.startsWith('desk customer'))
    .map(({ actor, action, detail }) => [actor.split(' ')[0], action, JSON.parse(detail)])

const lastUse = async () => {
  const { fn } = server.db
  const sessions = server.db.selectFrom('desk_session').select(fn.max('used_at').as('at'))
  return (await sessions.executeTakeFirstOrThrow()).at
}

test('finds a customer by id, phone number, LINE user id and receipt', async () => {
  const other = await server.signIn()
  const receipt = (await sendReceipt(server, who, { receiptNo: 'bd-77/ 12' })).body
  const row = await rowOf(server, 'customer', { id: who.customerId })
  const phone = `0${row.phone?.slice(3)}`
  for (const text of [
    who.customerId,
    who.customerId.toUpperCase(),
    phone,
    `${phone.slice(0, 3)}-${phone.slice(3, 6)} ${phone.slice(6)}`,
    row.phone ?? '',
    who.user.userId,
    receipt.id,
    'bd-77/ 12',
    'BD7712',
  ])
    expect([text, await find(text)]).toEqual([text, [who.customerId]])
  expect(await find(other.user.userId)).toEqual([other.customerId])
  for (const text of ['0999999999', `U${'0'.repeat(32)}`, 'BD-1', '%', "' or 1=1 --"])
    expect([text, await find(text)]).toEqual([text, []])
})

test('finds the beginning of a first or last name, in any case, and both together', async () => {
  const other = await server.signIn()
  await rename(who.customerId, 'Mali', 'Sukjai')
  await rename(other.customerId, 'มะลิ', 'มาลัย')
  expect(await find('mal')).toEqual([who.customerId])
  expect(await find('SUK')).toEqual([who.customerId])
  expect(await find('mali suk')).toEqual([who.customerId])
  expect(await find('mal suk')).toEqual([])
  expect(await find('ali')).toEqual([])
  expect(await find('m%')).toEqual([])
  expect(await find('มะ')).toEqual([other.customerId])
  expect(await find('มา')).toEqual([other.customerId])
  expect(await find('ม')).toEqual([])
})

test('lists at most 20 customers with the last digits of their phone numbers, and says if there are more', async () => {
  const ids: string[] = []
  for (let n = 0; n < 20; n++) ids.push((await server.signIn()).customerId)
  const { body } = await support.call('findCustomers', { body: { text: 'สมชาย' } })
  expect([body.customers.length, body.more]).toEqual([20, true])
  expect(body.customers.every(({ phoneEnd }) => /^\d{4}$/.test(phoneEnd))).toBe(true)
  expect(new Set(body.customers.map(({ id }) => id)).size).toBe(20)
})

test('shows the card, consents, tickets, sessions and what was done about the customer', async () => {
  const { id } = (await sendReceipt(server, who, { amount: 300 })).body
  await server.call('createReward', { token: who.token, body: {} })
  await run('receipts', 'approve', id)
  await run('customer', 'block', who.customerId, '--reason', 'forged')
  const { body } = await support.call('customer', { params: params() })
  expect(body.card).toMatchObject({
    id: who.customerId,
    firstName: 'สมชาย',
    lineUserId: who.user.userId,
    status: 'registered',
    blockedAt: server.clock.now(),
  })
  expect(body.card.phone).toMatch(/^0\d{9}$/)
  expect(body.card.address).toContain('99/1')
  expect(body.card.address).toContain('10200')
  expect(body.consents.map(({ kind, granted }) => [kind, granted])).toEqual(
    expect.arrayContaining([
      ['terms', true],
      ['privacy', true],
    ]),
  )
  expect(body.tickets.valid).toBe(body.tickets.newest.length)
  expect(body.tickets.valid).toBeGreaterThan(1)
  expect(body.sessions).toMatchObject([{ state: 'ended', reused: 1 }])
  expect(body.actions.map(({ action }) => action)).toEqual(['desk customer view', 'customer block'])
  expect(JSON.stringify(body)).not.toContain('qr_secret')
})

test('opening a customer’s page is in the audit log once per person and hour', async () => {
  const view = (one: typeof support) => one.call('customer', { params: params() })
  await Promise.all([
    view(support),
    support.call('customerTimeline', { params: params() }),
    support.call('customerReceipts', { params: params() }),
  ])
  await view(support)
  const manager = await desk.join('manager', 'Mali')
  await view(manager)
  const entry = (name: string) => [name, 'desk customer view', { customerId: who.customerId }]
  expect(await actions()).toEqual([entry('Beam'), entry('Mali')])
  for (let step = 0; step < 2; step++) {
    server.clock.advance(HOUR_MS / 2)
    expect((await view(support)).status).toBe(200)
    // The desk stores a session's last use after it has responded. Without that use, the session ends after an hour.
    await expect.poll(lastUse).toBe(server.clock.now())
  }
  expect(await actions()).toEqual([entry('Beam'), entry('Mali'), entry('Beam')])
  const other = await server.signIn()
  await support.call('customerTimeline', { params: { id: other.customerId } })
  expect((await actions()).at(-1)).toEqual(['Beam', 'desk customer view', { customerId: other.customerId }])
})

test('a customer who does not exist is not found, and leaves no entry in the audit log', async () => {
  const { id } = receiptBody(server, [])
  for (const name of ['customer', 'customerTimeline', 'customerReceipts', 'unblockCustomer'] as const)
    expect((await support.call(name, { params: { id } })).status).toBe(404)
  expect(await actions()).toEqual([])
})

test('the timeline shows everything once, newest first, in pages', async () => {
  for (let n = 0; n < 40; n++) {
    // Several events have the same time, even across the boundary between two pages.
    if (n % 3 === 0) server.clock.advance(1)
    await sendReceipt(server, who, { images: [await uploadPhoto(server, who)], receiptNo: `T-${n}-1` })
    const day = new Date(server.clock.now() + (n + 1) * 86_400_000).toISOString().slice(0, 10)
    await update(server, 'receipt', { sent_day: day }, { receipt_no: `T-${n}-1` })
  }
  const [first] = await server.db.selectFrom('receipt').select('id').orderBy('id').limit(1).execute()
  await run('receipts', 'reject', first?.id ?? '', '--reason', 'BLURRY')
  await server.call('postAnswer', { token: who.token, body: { Answer: 'เพราะชอบ' }, key: newKey() })
  const seen: { key: string; at: number; kind: string }[] = []
  let after: string | null = null
  let pages = 0
  do {
    const { body }: Awaited<ReturnType<typeof page>> = await page(after)
    seen.push(...body.events)
    after = body.next
    pages += 1
  } while (after !== null)
  const sorted = seen.toSorted((a, b) => b.at - a.at)
  expect(seen.map(({ at }) => at)).toEqual(sorted.map(({ at }) => at))
  expect(new Set(seen.map(({ key }) => key)).size).toBe(seen.length)
  const count = (kind: string) => seen.filter(event => event.kind === kind).length
  expect([count('receipt-sent'), count('receipt-rejected'), count('answer'), count('joined')]).toEqual([
    40, 1, 1, 1,
  ])
  expect(count('session-started')).toBe(1)
  expect(count('consent-given')).toBeGreaterThanOrEqual(2)
  expect(pages).toBe(2)
})

const page = (after: string | null) =>
  support.call('customerTimeline', { params: params(), query: after === null ? {} : { after } })

test('receipts come in pages with their status, tickets and number of photos', async () => {
  const images = [await uploadPhoto(server, who), await uploadPhoto(server, who)]
  const approved = (await sendReceipt(server, who, { images, amount: 300 })).body.id
  await run('receipts', 'approve', approved)
  for (let n = 0; n < 11; n++) {
    await update(server, 'receipt', { sent_day: '2000-01-01' })
    server.clock.advance(1000)
    await sendReceipt(server, who)
  }
  const first = (await support.call('customerReceipts', { params: params() })).body
  const query = { after: first.next ?? '' }
  const second = (await support.call('customerReceipts', { params: params(), query })).body
  const all = [...first.receipts, ...second.receipts]
  expect([first.receipts.length, second.receipts.length, second.next]).toEqual([10, 2, null])
  expect(new Set(all.map(({ id }) => id)).size).toBe(12)
  expect(all.at(-1)).toMatchObject({ id: approved, status: 'approved', photos: 2, amount: 300 })
  expect(all.at(-1)?.tickets).toBeGreaterThan(0)
})

test('ends one session or all, and says so in the audit log', async () => {
  const again = await server.signIn(who.user)
  const { sessions } = (await support.call('customer', { params: params() })).body
  const newest = sessions[0]?.id ?? ''
  const end = (body: { sessionId?: string }) =>
    support.call('endCustomerSessions', { params: params(), body })
  expect((await end({ sessionId: newest })).body).toEqual({ ended: 1 })
  expect((await end({ sessionId: newest })).error).toMatchObject({
    error: 'CHANGED',
    detail: 'SESSION_ENDED',
  })
  const statusOf = async (token: string) => (await server.call('getCustomer', { token })).status
  expect([await statusOf(who.token), await statusOf(again.token)].toSorted()).toEqual([200, 401])
  expect((await end({})).body).toEqual({ ended: 1 })
  expect([await statusOf(who.token), await statusOf(again.token)]).toEqual([401, 401])
  expect((await actions()).slice(1)).toEqual([
    ['Beam', 'desk customer sessions end', { customerId: who.customerId, sessionId: newest, ended: 1 }],
    ['Beam', 'desk customer sessions end', { customerId: who.customerId, ended: 1 }],
  ])
})

test('a session of another customer cannot be ended through this one', async () => {
  const other = await server.signIn()
  const { sessions } = (await support.call('customer', { params: { id: other.customerId } })).body
  const body = { sessionId: sessions[0]?.id ?? '' }
  expect((await support.call('endCustomerSessions', { params: params(), body })).error.error).toBe('CHANGED')
  expect((await server.call('getCustomer', { token: other.token })).status).toBe(200)
})

test('blocks with a reason and unblocks, as the command line does', async () => {
  const block = (reason: string) => support.call('blockCustomer', { params: params(), body: { reason } })
  expect((await block('  ')).error.error).toBe('VALIDATION')
  expect((await block('forged receipts')).body).toEqual({ ended: 1 })
  expect((await block('again')).error).toMatchObject({ error: 'CHANGED', detail: 'CUSTOMER_BLOCKED' })
  expect((await server.call('getCustomer', { token: who.token })).status).toBe(401)
  expect((await support.call('unblockCustomer', { params: params() })).status).toBe(200)
  const refused = await support.call('unblockCustomer', { params: params() })
  expect(refused.error).toMatchObject({ error: 'CHANGED', detail: 'NOT_BLOCKED' })
  expect(await actions()).toEqual([
    [
      'Beam',
      'desk customer block',
      { customerId: who.customerId, texts: { reason: 'forged receipts' }, ended: 1 },
    ],
    ['Beam', 'desk customer unblock', { customerId: who.customerId }],
  ])
  await run('customer', 'erase', who.customerId)
  expect((await block('left')).error).toMatchObject({ error: 'REFUSED', detail: 'CUSTOMER_CANCELLED' })
})

test('an auditor reads customers and changes nothing', async () => {
  const auditor = await desk.join('auditor')
  expect((await auditor.call('customer', { params: params() })).status).toBe(200)
  const { error } = await auditor.call('blockCustomer', { params: params(), body: { reason: 'x' } })
  expect(error.error).toBe('FORBIDDEN')
})

test('decisions about the customer’s receipts, and requests about the data, are among the actions', async () => {
  const fon = await desk.join('reviewer', 'Fon')
  await sendReceipt(server, who)
  const tab = '01a1f753-6480-7ac8-afd2-b24aa30ec491'
  const { item } = (await fon.call('reviewNext', { body: { tab, holding: [] } })).body
  const decision = { kind: 'approved' } as const
  const { receiptId = '', version = 1 } = item ?? {}
  await fon.call('reviewDecide', { body: { tab, receiptId, version, decision } })
  const input = { action: 'erase-customer', customerId: who.customerId } as const
  await support.call('askApproval', { body: { input } })
  const { actions: shown } = (await support.call('customer', { params: params() })).body
  expect(shown.map(({ actor, action }) => [actor.split(' ')[0], action])).toEqual([
    ['Beam', 'desk customer view'],
    ['Beam', 'desk ask'],
    ['Fon', 'receipts approve'],
    ['Fon', 'receipts assign'],
  ])
})
