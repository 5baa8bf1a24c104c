import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { HOUR_MS } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import type { NewJob } from '#src/outbox/job.ts'
import { newPhoto } from '#tests/kit/activity.ts'
import { runCommand } from '#tests/kit/cli-process.ts'
import { virtualClock } from '#tests/kit/clock.ts'
import { eachFile } from '#tests/kit/each-test.ts'
import { sha256Of } from '#tests/kit/images.ts'
import { lineServer } from '#tests/kit/line-server.ts'
import { network } from '#tests/kit/network.ts'
import { makePhone } from '#tests/kit/phone.ts'
import { previousRelease } from '#tests/kit/previous-release.ts'
import { profileForm, requestOf, update } from '#tests/kit/server.ts'

/** Returns a job for a receipt. The server refuses it if the photo is not a picture or the amount is too small. */
function receipt(receiptNo: string, amount: number, photo: Uint8Array = newPhoto()) {
  const id = uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(16)))
  const sha256 = sha256Of(photo)
  const purchasedAt = new Date(Date.now() - HOUR_MS).toISOString()
  const bytes = new Uint8Array(photo).buffer
  return {
    route: 'createReceipt',
    params: {},
    body: { id, storeId: 1, receiptNo: `OLD-${receiptNo}`, amount, purchasedAt, images: [sha256] },
    subject: id,
    id,
    photos: [{ sha256, type: 'image/jpeg', bytes }],
  } satisfies NewJob<'createReceipt'>
}

const previous = eachFile(previousRelease)
const line = eachFile(lineServer)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'older-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the outbox delivers to the previous release’s server, and takes its refusals as final at once', async () => {
  await runCommand(['init'], { DATA_DIR: folder }, previous.cli)
  const db = openSqlite(join(folder, 'campaign.sqlite'))
  const day = 24 * HOUR_MS
  const [opens_at, closes_at] = [Date.now() - day, Date.now() + day]
  await update({ db }, 'campaign', { mode: 'open', opens_at, closes_at })
  await db.destroy()
  const { origin } = await previous.start({ DATA_DIR: folder, ...line.env })
  const ask = (request: Request) => {
    const { pathname, search } = new URL(request.url)
    return fetch(new Request(origin + pathname + search, request))
  }
  const user = { userId: `U${'0'.repeat(32)}` }
  const consents = { consentTerms: 'true', consentPrivacy: 'true' }
  const identity = { lineUserId: user.userId, idToken: await line.idToken(user) }
  const form = { ...identity, ...profileForm, ...consents, phone: '0800000001' }
  const joined = await ask(requestOf(calls.register, { form }))
  const { customerId, accessToken } = await joined.json()
  expect(joined.status).toBe(200)

  const net = network(ask, () => 'ok')
  const clock = virtualClock(Date.now(), net.busy)
  const phone = makePhone(clock, net, Math.random)
  phone.signIn({ customerId, token: accessToken })
  const { outbox } = phone.open()
  const jobs = [
    receipt('1000', 250),
    receipt('2000', 1),
    receipt('3000', 250, Buffer.from('not a picture')),
    receipt('4000', 250),
  ]
  for (const job of jobs) void outbox.enqueue(job)
  // The server is a separate process, for which the phone's fake clock does not wait.
  await expect
    .poll(
      async () => {
        await clock.advance(100)
        const views = [...outbox.views(), ...outbox.outcomes()]
        return jobs.map(({ id }) => views.find(view => view.id === id)?.state)
      },
      { timeout: 60_000 },
    )
    .toEqual(['received', 'refused', 'refused', 'received'])
  expect(outbox.views()).toMatchObject([
    { failure: { code: 'BELOW_MINIMUM' }, tries: 1 },
    { failure: { code: 'IMAGE_TYPE' }, tries: 1 },
  ])
}, 120_000)
