import { expect } from 'vitest'
import type { NewJob } from '#src/outbox/job.ts'
import { keptKey, keptPhotoKey, photoPrefix } from '#src/storage/keys.ts'
import { done, type Models, openModels } from './models.ts'
import { type OfflineWorld, offlineWorld } from './offline-world.ts'
import { restoreWithout } from './restored.ts'
import { update } from './rows.ts'

type Receipt = ReturnType<OfflineWorld['receipt']>

/** Creates an offline world with a server whose data has an epoch and can be restored from a backup. */
export async function keptWorld() {
  const world = await offlineWorld()
  const { phone, clock, server, a } = world
  const setEpoch = (epoch: string) => update(server, 'campaign', { epoch })
  await setEpoch('1')
  /** URLs of all requests that pages have made. */
  const requested: string[] = []
  const breakBy: OfflineWorld['breakBy'] = next =>
    world.breakBy(request => {
      requested.push(request.url)
      return next(request)
    })
  breakBy(() => 'ok')
  return {
    ...world,
    requested,
    breakBy,
    setEpoch,
    restoreWithout: (...lost: readonly { readonly subject: string }[]) =>
      restoreWithout(
        server.db,
        lost.map(({ subject }) => subject),
      ),
    async visit(): Promise<Models> {
      const models = openModels(phone)
      await done(world, models.receipts.load(), 1000)
      await clock.advance(1000)
      return models
    },
    async send(models: Models, receiptNo: string, photo?: Buffer<ArrayBuffer>): Promise<Receipt> {
      const job = world.receipt(receiptNo, 250.5, photo)
      void models.queue.outbox.enqueue(job)
      await clock.advance(10_000)
      expect(await world.receipts()).toContain(`A ${receiptNo}`)
      return job
    },
    correctionOf(
      { subject, body: { id, ...fields } }: Receipt,
      amount: number,
      more?: Receipt,
    ): NewJob<'updateReceipt'> {
      const images = [...fields.images, ...(more?.body.images ?? [])]
      const photos = more?.photos ?? []
      return { route: 'updateReceipt', params: { id }, body: { ...fields, amount, images }, subject, photos }
    },
    /** Sets the status of every receipt, as an organiser who decides on them would. */
    decide: (status: 'approved' | 'rejected' | 'void') =>
      server.db
        .updateTable('receipt')
        .set(eb => ({ status, version: eb('version', '+', 1) }))
        .execute(),
    /** Corrects a receipt from another phone, with photos that the server already has. */
    async correctElsewhere(
      { subject, body: { id: _, ...fields } }: Receipt,
      changed: Partial<Receipt['body']>,
    ) {
      const reply = await server.fetch(
        new Request(`https://campaign.example/api/receipt/${subject}`, {
          method: 'PUT',
          headers: {
            authorization: `Bearer ${a.token}`,
            'x-owner': a.customerId,
            'content-type': 'application/json',
            'idempotency-key': world.id(),
          },
          body: JSON.stringify({ ...fields, ...changed }),
        }),
      )
      expect(reply.status).toBe(200)
    },
    offers: ({ outbox }: Pick<Models, 'outbox'>) =>
      outbox.jobs.value.flatMap(({ lost, subject, receipt }) =>
        lost ? [`${subject} ${receipt?.amount}`] : [],
      ),
    copies: () => phone.disk.keys(keptKey(a.customerId, '')),
    photoCopies: () => phone.disk.keys(keptPhotoKey(a.customerId, '')),
    photosOfJobs: () => phone.disk.keys(photoPrefix(a.customerId)),
  }
}
