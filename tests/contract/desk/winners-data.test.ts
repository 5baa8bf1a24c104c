import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { WinnerFilter } from '#contract/desk/winners.ts'
import { DAY_MS } from '#contract/time.ts'
import { runRetention } from '#server/retention/run.ts'
import { campaignOf } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { columnsOf, eachTest, type SignedIn, testServer, update } from '#tests/kit/server.ts'
import { announceWinners, sixStates } from '#tests/kit/winners.ts'

let support: Awaited<ReturnType<typeof desk.join>>
let people: SignedIn[]

const idAt = (rank: number) => people[rank - 1]?.customerId ?? ''
const winner = async (rank: number) =>
  (await support.call('winner', { params: { id: idAt(rank) } })).body.winner
const shown = async (show: WinnerFilter) =>
  (await support.call('winners', { query: { show } })).body.winners.map(({ rank }) => rank)

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const run = organiser(server)
beforeEach(async () => {
  support = await desk.join('support', 'Beam')
  people = await announceWinners(server, sixStates)
})

test('the deletion of personal data deletes the tracking number and keeps the times', async () => {
  await run('winners', 'ship', idAt(3), '--carrier', 'Flash', '--tracking', 'TH1234')
  await run('winners', 'received', idAt(3))
  const { announced_at } = await campaignOf(server)
  server.clock.advance((announced_at ?? 0) + 181 * DAY_MS - server.clock.now())
  await runRetention(server.deps, server.clock.now(), { clockIsRight: true })
  support = await desk.join('support', 'Beam')
  expect(await winner(3)).toMatchObject({ status: 'left', name: '', carrier: null, trackingNo: null })
  expect((await winner(3)).receivedAt).not.toBeNull()
  expect((await run('winners', 'received', idAt(3))).err).toContain('has left the campaign')
  expect(await shown('left')).toEqual([1, 2, 3, 4, 5, 6])
})

test('a winner who declines and leaves has no address any more', async () => {
  expect(await run('customer', 'erase', idAt(4))).toMatchObject({ code: 0 })
  expect(await winner(4)).toMatchObject({ status: 'left', name: '' })
  expect((await support.call('winner', { params: { id: idAt(4) } })).body).toMatchObject({
    phone: null,
    label: null,
  })
})

test('only a winner who has confirmed gets a receipt that says the prize was received', async () => {
  const refused = async (rank: number) => {
    const body = { language: 'th' } as const
    return (await support.call('prizeReceipt', { params: { id: idAt(rank) }, body })).error.detail
  }
  expect([await refused(2), await refused(4), await refused(6)]).toEqual([
    'NOT_CONFIRMED',
    'GIVEN_UP',
    'NOT_A_WINNER',
  ])
  const file = join(await testFolder(), 'receipt.html')
  expect(await run('winners', 'receipt', idAt(4), file)).toMatchObject({ code: 1 })
  await expect(access(file)).rejects.toThrow('ENOENT')
})

test('the receipt has the winner, the prize and the tax, and its making is in the audit log', async () => {
  const receipt = async (rank: number, language: 'th' | 'en') => {
    const { body, headers } = await support.call('prizeReceipt', {
      params: { id: idAt(rank) },
      body: { language },
    })
    expect(headers.get('content-disposition')).toBe(`attachment; filename="prize-${rank}.html"`)
    return (body as unknown as Blob).text()
  }
  await update(server, 'customer', { last_name: '<b>ใจดี' }, { id: idAt(1) })
  const thai = await receipt(1, 'th')
  for (const text of [
    'สมชาย &lt;b&gt;ใจดี',
    'บัตรคอนเสิร์ต',
    '5,000',
    '250',
    'เลขประจำตัวประชาชน',
    'ไม่ใช่หนังสือรับรอง',
  ])
    expect(thai).toContain(text)
  expect(thai).not.toMatch(/<script|<b>/)
  const english = await receipt(3, 'en')
  expect(english).toContain('A case of Fongfu')
  expect(english).not.toContain('paid the withholding tax')
  const made = await columnsOf(server, 'audit', ['detail'], { action: 'desk winners receipt' })
  expect(made.map(({ detail }) => JSON.parse(detail).customerId)).toEqual([idAt(1), idAt(3)])
})

test('the command line does the same', async () => {
  const id = idAt(3)
  const shipped = await run('winners', 'ship', id, '--carrier', 'Flash', '--tracking', 'th12 34')
  expect(shipped).toMatchObject({ code: 0 })
  expect(await winner(3)).toMatchObject({ carrier: 'Flash', trackingNo: 'TH1234' })
  expect(await run('winners', 'received', id)).toMatchObject({ code: 0 })
  expect((await run('winners', 'ship', id, '--undo')).err).toContain('marked as received')
  expect((await run('winners', 'tax', id, '--paid')).err).toContain(
    'A prize of 480 baht has no withholding tax.',
  )
  expect(await run('winners', 'tax', idAt(1), '--form')).toMatchObject({ code: 0 })
  expect((await run('winners', 'tax', id)).err).toContain('exactly one of --form and --paid')
  expect((await run('winners', 'ship', id, '--carrier', 'x', '--tracking', '?')).code).toBe(1)
  const listed = JSON.parse((await run('winners', 'list', '--show', 'received', '--json')).out)
  expect(listed.winners).toMatchObject([{ rank: 3, trackingNo: 'TH1234' }])
  expect((await run('winners', 'list', '--show', 'lost')).err).toContain('--show: must be one of')
  expect((await run('winners', 'list', '--prize', 'car')).err).toContain(
    '--prize: must be one of concert, case',
  )
  expect((await run('winners', 'show', id)).out).toContain('99/1')
  const audit = await columnsOf(server, 'audit', ['detail'], { action: 'winners ship' })
  expect(audit.map(({ detail }) => JSON.parse(detail))).toEqual([{ customerId: id, change: 'ship' }])
})
