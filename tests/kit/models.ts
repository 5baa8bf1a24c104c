import { createIdentity } from '#src/startup/identity.ts'
import { Answers } from '#src/state/answers.ts'
import { Campaign } from '#src/state/campaign.ts'
import { Customer } from '#src/state/customer.ts'
import { keepRecords } from '#src/state/keep-records.ts'
import { Master } from '#src/state/master.ts'
import { Outbox } from '#src/state/outbox.ts'
import { createQueue } from '#src/state/queue.ts'
import { Receipts } from '#src/state/receipts.ts'
import { latestValue } from '#src/state/resource.ts'
import { Rewards } from '#src/state/rewards.ts'
import type { App, ReceiptDraft } from '#src/state/types.ts'
import { createPageReads } from '#src/storage/page-reads.ts'
import { withWorker } from '#src/storage/worker-reads.ts'
import { png, sha256Of } from './images.ts'
import type { OfflineWorld } from './offline-world.ts'
import { pageLocalStorage } from './page-local-storage.ts'
import type { Phone } from './phone.ts'

export type Models = ReturnType<typeof openModels>

type Options = {
  /** True if a service worker controls the page. */
  readonly hasWorker?: boolean
  readonly afterPaint?: (run: () => void) => void
}

/** Creates the models on a new page of the phone. Unless `afterPaint` is given, the page counts as painted. */
export function openModels(phone: Phone, { hasWorker = false, afterPaint = run => run() }: Options = {}) {
  const page = phone.base()
  const ports = {
    ...page.ports,
    reads: withWorker(createPageReads(page.ports), page.ports.api, () => hasWorker),
    local: pageLocalStorage(),
    afterPaint,
    photos: {
      prepare: async () => ({ ok: false, reason: 'unreadable' }) as const,
      problem: async () => null,
      // A copy that is recognisable and small enough for every test.
      thumbnail: async (photo: Blob) => photo.slice(0, 2),
    },
    cookie: {
      get: () => null,
      isOwn: () => false,
      set: () => {},
      remove: () => {},
      onChange: () => () => {},
    },
  }
  const identity = createIdentity(page.ports.clock)
  identity.setRenewer(() => page.identity.renew(0))
  identity.setCustomer(phone.customerId())
  page.onSignIn(customerId => identity.setCustomer(customerId))
  keepRecords(ports, identity)
  const campaign = new Campaign(ports)
  const queue = createQueue(ports, identity, campaign)
  const master = new Master(ports, identity)
  return {
    page,
    ports,
    identity,
    queue,
    durable: ports.kv.durable,
    campaign,
    master,
    customer: new Customer(ports, identity, queue),
    answers: new Answers(ports, identity, queue, campaign),
    rewards: new Rewards(ports, identity, queue),
    receipts: new Receipts(ports, identity, queue, { campaign, master }),
    outbox: new Outbox(ports, queue),
  }
}

/** Advances the virtual clock by `ms` and waits until a model's work has settled. Real time does not matter. */
export async function done<T>(world: OfflineWorld, work: Promise<T>, ms = 0): Promise<T> {
  let over = false
  const end = () => {
    over = true
  }
  work.then(end, end)
  await world.clock.advance(ms)
  while (!over) await world.clock.advance(0)
  return work
}

/** Opens the app on a phone where customer A has already loaded everything once. */
export async function visited(world: OfflineWorld): Promise<Models> {
  const models = openModels(world.phone)
  const { campaign, master, customer, receipts, rewards, answers } = models
  const seen = [campaign, master, customer, receipts, rewards, answers.question].map(m => m.load())
  await done(world, Promise.all(seen))
  // Answers are cached one turn after they arrive.
  await world.clock.advance(0)
  return models
}

/** Returns a filled-in receipt draft with its own photo. */
export function typedReceipt(models: Pick<App, 'receipts'>, receiptNo: string): ReceiptDraft {
  const photo = png(220, 240, Number.parseInt(receiptNo.slice(-2), 10))
  const bytes = new Uint8Array(photo).buffer
  const shot = { bytes, type: 'image/png' as const, width: 220, height: 240, sha256: sha256Of(photo) }
  return {
    ...models.receipts.newDraft(),
    storeId: 1,
    receiptNo,
    amount: '1,250.50',
    purchasedAt: '2026-11-20T10:30',
    photos: [shot],
  }
}

/** Returns the receipt history as the screen shows it: each receipt's number and state. */
export const historyOf = (models: Models) =>
  latestValue(models.receipts.history.value)?.map(
    ({ receipt, queued }) => `${receipt.receiptNo} ${queued?.state ?? receipt.status}`,
  )

/**
 * Opens a page of the phone, loads the receipt history, and gives the outbox time to compare it with the phone's copies
 * of receipts.
 */
export async function historyVisit(world: OfflineWorld): Promise<Models> {
  const models = openModels(world.phone)
  await done(world, models.receipts.load(), 1000)
  await world.clock.advance(1000)
  return models
}
