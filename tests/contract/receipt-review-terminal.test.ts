import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verbs } from '#server/cli/verbs.ts'
import { countOf } from '#server/store/count.ts'
import { sendReceipt } from '#tests/kit/activity.ts'
import { noProgress, organiser } from '#tests/kit/cli.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { type SignedIn, type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer
let who: SignedIn
beforeEach(async () => {
  server = await testServer()
  who = await server.signIn()
})
afterEach(() => server.close())

async function waiting(change: Parameters<typeof sendReceipt>[2] = {}): Promise<string> {
  server.clock.advance(1000)
  return (await sendReceipt(server, who, change)).body.id
}
const review = (answers: string[], ...options: string[]) =>
  organiser(server, answers)('receipts', 'review', ...options)
const shown = async (id: string) =>
  (await server.call('getReceipt', { token: who.token, params: { id } })).body

test('shows the oldest receipt first, handles each key, and records each decision in the audit log', async () => {
  const ids = [await waiting({ amount: 300 }), await waiting(), await waiting(), await waiting()]
  const { code, out } = await review(['a', 'r', '1', 'มองไม่เห็นวันที่', 's', 'q'])
  expect([code, out.split('\n').at(-1)]).toEqual([0, '1 approved, 1 rejected, 1 skipped.'])
  const receipts = await Promise.all(ids.map(shown))
  expect(receipts.map(one => one.status)).toEqual(['approved', 'rejected', 'pending', 'pending'])
  expect(receipts[1]?.rejectText).toBe('ภาพไม่ชัด กรุณาถ่ายใหม่: มองไม่เห็นวันที่')
  const audit = await server.db.selectFrom('audit').select('action').orderBy('seq').execute()
  expect(audit.map(row => row.action)).toEqual(['receipts approve', 'receipts reject', 'receipts review'])
})

test('asks for another key after a wrong one, skips without a valid reason, and stops at the end of input', async () => {
  const ids = [await waiting(), await waiting()]
  const { out } = await review(['x', '', 'r', 'z'])
  expect(out).toContain('0 approved, 0 rejected, 1 skipped.')
  expect((await Promise.all(ids.map(shown))).map(one => one.status)).toEqual(['pending', 'pending'])
})

test('shows receipts with the same number or a similar purchase', async () => {
  const other = await server.signIn()
  const first = (await sendReceipt(server, other, { receiptNo: 'A-1/77', storeId: 2, amount: 999 })).body.id
  const near = (await sendReceipt(server, other, { receiptNo: 'NEAR-1', amount: 400 })).body.id
  await waiting({ receiptNo: 'a177', amount: 400 })
  const { out } = await review(['s', 's', 's'])
  expect(out).toContain(`! same number: receipt ${first}`)
  expect(out).toContain(`! same store and amount within a day: receipt ${near}`)
})

test('writes photos to --photos, or to a temporary folder that is deleted afterwards', async () => {
  const id = await waiting()
  const folder = await testFolder()
  await review(['q'], '--photos', folder)
  expect(await readdir(folder)).toEqual([`${id}.jpg`])
  const { out } = await review(['q'])
  const file = /photo (\S+)/.exec(out)?.[1] ?? ''
  expect([file.endsWith(`${id}.jpg`), existsSync(file)]).toEqual([true, false])
})

test('does not decide a receipt that the customer changed during the review', async () => {
  const id = await waiting()
  const run = organiser(server, ['s'])
  const verb = verbs.find(one => one.name === 'receipts review')
  expect(verb?.mode).toBe('without-transaction')
  await run('receipts', 'review')
  const answers = organiser(server)
  const { runCli } = await import('#server/cli/run.ts')
  const out: string[] = []
  await runCli(['receipts', 'review'], {
    open: async () => ({ ...server.deps, close: async () => {} }),
    now: server.clock.now,
    random: server.deps.random,
    actor: 'tester',
    location: () => ({ databaseFile: '', objects: server.objects }),
    advertised: [],
    progress: noProgress,
    terminal: {
      show: line => void out.push(line),
      secret: async () => null,
      line: async () => null,
      async key() {
        const body = { ...(await shown(id)) }
        const { storeId, receiptNo, purchasedAt, images } = body
        const changed = { storeId, receiptNo, purchasedAt, images, amount: 100 }
        await server.call('updateReceipt', { token: who.token, params: { id }, body: changed })
        return 'a'
      },
    },
    out: line => void out.push(line),
    err: line => void out.push(line),
  })
  expect(out.join('\n')).toContain('the receipt was changed by someone else')
  expect((await shown(id)).status).toBe('pending')
  expect((await answers('receipts', 'list')).out).toContain(id)
})

test('receipts void revokes an approval and its tickets', async () => {
  const run = organiser(server)
  const id = await waiting({ amount: 500 })
  expect((await run('receipts', 'void', id)).err).toContain('status does not allow this')
  await run('receipts', 'approve', id)
  expect((await run('receipts', 'void', id, '--dry-run')).out).toContain('5 tickets')
  expect((await shown(id)).status).toBe('approved')
  await run('receipts', 'void', id)
  expect((await shown(id)).status).toBe('void')
  expect(await countOf(server.db.selectFrom('ticket').where('state', '=', 'valid'))).toBe(0)
})
