import { readFile, stat } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { ownedTables } from '#server/identity/export.ts'
import { announceWinner, newKey, sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { eachTest, profileForm, rowOf, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const run = organiser(server)
const who = eachTest(() => server.signIn())
const inFolder = eachFolder()

async function exported(name = 'copy.zip') {
  const path = inFolder(name)
  const { code, err } = await run('customer', 'export', '0800000001', path)
  expect([code, err]).toEqual([0, ''])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const files = unzipSync(await readFile(path))
  const text = Buffer.from(files['customer.json'] ?? []).toString()
  return { files, text, data: JSON.parse(text) }
}

test('contains everything of the customer, the photos, and nothing of anybody else', async () => {
  const { token, customerId } = who
  const other = await server.signIn()
  await sendReceipt(server, other, { receiptNo: 'OTHER-77' })
  const { body } = await sendReceipt(server, who, { amount: 300.5, receiptNo: 'OWN-4711' })
  await run('receipts', 'approve', body.id)
  await server.call('postAnswer', { token, key: newKey(), body: { Answer: 'สวนลุม' } })
  await server.call('logPageView', { token, body: { customerId, path: '/help' } })
  await server.call('createReward', { token, body: {} })
  const { files, text, data } = await exported()

  expect(data.customer).toMatchObject({
    id: customerId,
    firstName: profileForm.firstName,
    phone: '+66800000001',
    lineUserId: who.user.userId,
    province: 'กรุงเทพมหานคร',
    createdAt: '2026-11-20T05:00:00.000Z',
  })
  expect(data.receipt).toEqual([
    expect.objectContaining({ receiptNo: 'OWN-4711', amount: 300.5, store: expect.stringMatching(/./) }),
  ])
  expect(data.answer).toEqual([
    expect.objectContaining({ answerText: 'สวนลุม', question: expect.stringMatching(/./) }),
  ])
  expect(data.ticket.map((one: { number: string }) => one.number)).toContainEqual(
    expect.stringMatching(/^FF-\d/),
  )
  expect(data.logPageView).toEqual([expect.objectContaining({ path: '/help' })])
  expect(data.session).toHaveLength(1)
  expect(data.consent.map((one: { kind: string }) => one.kind)).toContain('terms')

  const [image] = data.image
  const texts = Object.keys(files).filter(name => name.startsWith('texts/'))
  expect(Object.keys(files).toSorted()).toEqual(
    ['README.txt', 'customer.html', 'customer.json', image.file, ...texts].toSorted(),
  )
  expect(files[image.file]).toEqual(await server.objects.get(`r/${customerId}/${image.sha256}`))

  expect(text).not.toMatch(new RegExp(`OTHER-77|${other.customerId}|${other.user.userId}|tester`))
  const again = await exported('again.zip')
  expect(again.data.organiserActions.map((one: { action: string }) => one.action)).toContain(
    'customer export',
  )
})

test('covers every table that has rows of customers', async () => {
  const tables = await server.db.introspection.getTables()
  const owned = tables.filter(({ columns }) => columns.some(column => column.name === 'customer_id'))
  expect(Object.keys(ownedTables).toSorted()).toEqual(owned.map(table => table.name).toSorted())
})

test('contains no secrets, and the result of the draw only after the announcement', async () => {
  await announceWinner(server, who)
  const { announced_at } = await rowOf(server, 'campaign')
  await setCampaign(server, { announced_at: null })
  const secrets = await server.db
    .selectFrom('session')
    .innerJoin('login_seen', 'login_seen.session_id', 'session.id')
    .innerJoin('reward', 'reward.customer_id', 'session.customer_id')
    .select(['session.token_hash', 'login_seen.token_hash as line_hash', 'reward.qr_secret'])
    .executeTakeFirstOrThrow()
  const before = await exported('before.zip')
  for (const secret of Object.values(secrets)) expect(before.text).not.toContain(secret)
  expect(before.data).toMatchObject({ drawAnnounced: false, drawWinner: [] })
  expect(before.data.reward[0]).not.toHaveProperty('drawState')
  await setCampaign(server, { announced_at })
  const after = await exported('after.zip')
  expect(after.data.reward).toEqual([expect.objectContaining({ drawState: 'won', drawRank: 1 })])
})

test('does not overwrite a file, reports a missing photo, and show says that it only counts', async () => {
  await sendReceipt(server, who)
  const path = inFolder('copy.zip')
  for (const key of server.objects.keys()) await server.objects.delete(key)
  const lossy = await run('customer', 'export', who.customerId, path)
  expect([lossy.code, lossy.out]).toEqual([1, expect.stringContaining('1 photos are missing')])
  const before = await readFile(path)
  expect((await run('customer', 'export', who.customerId, path)).err).toContain('already exists')
  expect(await readFile(path)).toEqual(before)
  expect((await run('customer', 'show', '--help')).out).toContain('`customer export` writes them')
})
