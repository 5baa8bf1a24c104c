import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import type { Job } from '#src/outbox/job.ts'
import { JOBS } from '#src/storage/keys.ts'
import { done, typedReceipt, visited } from '#tests/kit/models.ts'
import { isReceiptPost, offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)

test.each(['drop-request', 'drop-reply'] as const)(
  'withdraws a receipt on the server that has waited for more than seven days after an attempt: %s',
  async fault => {
    const { server, phone, a } = world
    const first = await visited(world)
    world.breakBy(request => (isReceiptPost(request) ? fault : 'ok'))
    const given = typedReceipt(first, 'BD-0010')
    await done(world, first.receipts.send(given, null))
    first.page.crash()
    const [[key, job] = []] = phone.disk.peek(JOBS)
    const { createdAt } = job as Job
    await phone.disk.set([[key ?? '', { ...(job as Job), createdAt: createdAt - 8 * DAY_MS }]])
    const models = await visited(world)
    expect(models.outbox.jobs.value).toMatchObject([{ state: 'refused', expired: true }])
    world.breakBy(() => 'ok')
    await done(world, models.receipts.withdraw(given.id), 120_000)
    const { body } = await server.call('getReceipt', { token: a.token, params: { id: given.id } })
    expect(body.status).toBe('void')
    expect(models.outbox.jobs.value).toEqual([])
  },
)
