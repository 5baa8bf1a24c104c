import { bangkokMinute } from '#contract/rules.ts'
import type { Receipt } from '#contract/schema/receipt.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Photo } from '#src/ports.ts'
import { png, sha256Of } from '#tests/kit/images.ts'
import { type Customer, isSignedIn, openApp, outcomeOf, phaseOf, register, waitUntil } from './customer.ts'

type World = Parameters<typeof openApp>[0]

function photoOf(seed: number): Photo {
  const bytes = png(200, 200, seed)
  const sha256 = sha256Of(bytes)
  return { bytes: new Uint8Array(bytes).buffer, type: 'image/png', width: 200, height: 200, sha256 }
}

type Sending = { readonly baht: number; readonly paper: number | undefined; readonly step: number }

/** Sends a receipt with a new photo. Customers with the same `paper` hold the same receipt on paper. */
export async function sendReceipt(
  world: World,
  customer: Customer,
  { baht, paper, step }: Sending,
): Promise<string> {
  const page = await openApp(world, customer, '/receipt')
  if (!isSignedIn(page)) return phaseOf(page)
  const { receipts } = page.app
  const draft = receipts.newDraft()
  const receiptNo = paper === undefined ? `R${customer.number}-${step}-000` : `PAPER-${paper}`
  const photo = photoOf(step * 1000 + customer.number)
  const own = {
    id: draft.id,
    jobId: draft.id,
    receiptNo,
    baht,
    sentAt: world.time.now(),
    photo: photo.sha256,
    isReceived: false,
    isRefused: false,
    isSeenRejected: false,
    isLost: false,
  }
  customer.receipts.push(own)
  const purchasedAt = bangkokMinute(world.time.now() - HOUR_MS)
  const filled = { ...draft, storeId: 1, receiptNo, amount: String(baht), purchasedAt, photos: [photo] }
  const sent = await receipts.send(filled, null)
  if (sent.state === 'received') own.isReceived = true
  return `${receiptNo} ${outcomeOf(sent)}`
}

/** How long the app keeps a copy of a receipt, in milliseconds, minus the time in which the app may have sent it. */
const KEPT_MS = 6 * DAY_MS
/** The time that the app gets to compare its copies with the history, in milliseconds. */
const COMPARING_MS = 30_000

/**
 * After a restore, sends again each receipt that the app offers. Registers again if the campaign no longer knows the
 * customer. Records the receipts that the phone should have offered but did not.
 */
export async function sendLostAgain(world: World, customer: Customer, isReliable: boolean): Promise<string> {
  const { time } = world
  if (customer.leftAt !== null) return 'has left'
  const page = await openApp(world, customer, '/receiptHistory')
  if (phaseOf(page) === 'register') return register(world, customer, page, false)
  if (!isSignedIn(page)) return phaseOf(page)
  const { outbox, receipts } = page.app
  await receipts.load()
  await time.sleep(COMPARING_MS)
  const offered = outbox.jobs.peek().filter(({ lost }) => lost)
  for (const job of offered) {
    const own = customer.receipts.find(({ id }) => id === job.subject)
    if (own) Object.assign(own, { jobId: job.id, sentAt: time.now(), isLost: false })
    await outbox.retry(job.id)
  }
  const isOver = ({ id }: { readonly id: string }) =>
    !['queued', 'sending'].includes(outbox.find(id)?.state ?? '')
  await waitUntil(time, () => offered.every(isOver))
  const isKept = ({ sentAt }: Customer['receipts'][number]) =>
    sentAt > customer.phoneSince && time.now() - sentAt < KEPT_MS
  if (isReliable && receipts.history.peek().state === 'ready')
    for (const { receiptNo } of customer.receipts.filter(
      one => one.isLost && !one.isSeenRejected && isKept(one),
    ))
      customer.notOffered.push(`receipt ${receiptNo} of customer ${customer.number} was lost in a restore`)
  return `${offered.length} sent again`
}

/** Loads the customer's receipts and returns the first match. */
async function firstOf(
  world: World,
  customer: Customer,
  fits: (receipt: Receipt) => boolean,
): Promise<string | { readonly app: Awaited<ReturnType<typeof openApp>>['app']; readonly receipt: Receipt }> {
  const page = await openApp(world, customer, '/receiptHistory')
  if (!isSignedIn(page)) return phaseOf(page)
  await page.app.receipts.load()
  const history = page.app.receipts.history.peek()
  if (history.state !== 'ready') return history.state
  const found = history.value.find(({ receipt, queued }) => queued === null && fits(receipt))
  return found ? { app: page.app, receipt: found.receipt } : 'no such receipt'
}

/** Corrects the amount of the first receipt that can still be corrected. */
export async function correctReceipt(world: World, customer: Customer, baht: number): Promise<string> {
  const found = await firstOf(world, customer, ({ editable }) => editable)
  if (typeof found === 'string') return found
  const { id, version, storeId, receiptNo, purchasedAt, images } = found.receipt
  const own = customer.receipts.find(receipt => receipt.id === id)
  if (own) Object.assign(own, { baht, receiptNo, isRefused: false })
  const draft = { id, version, storeId, receiptNo, amount: String(baht), photos: [], kept: images }
  const at = bangkokMinute(Date.parse(purchasedAt))
  const sent = await found.app.receipts.send({ ...draft, purchasedAt: at }, id)
  if (own && sent.id !== null) own.jobId = sent.id
  return `${receiptNo} ${outcomeOf(sent)}`
}

/** Withdraws the first receipt that is awaiting a decision. */
export async function withdrawReceipt(world: World, customer: Customer): Promise<string> {
  const found = await firstOf(world, customer, ({ status }) => status === 'pending')
  if (typeof found === 'string') return found
  return `${found.receipt.receiptNo} ${outcomeOf(await found.app.receipts.withdraw(found.receipt.id))}`
}

/** Tries to read and withdraw another customer's receipt, as an attacker who knows its id could. */
export async function reachForOthers(world: World, customer: Customer, other: Customer): Promise<string> {
  const theirs = other.receipts[0]
  if (theirs === undefined || other === customer) return 'there is nothing to reach for'
  const page = await openApp(world, customer)
  if (!isSignedIn(page)) return phaseOf(page)
  const { receipts } = page.app
  const reply = await receipts.get(theirs.id)
  if (reply.ok)
    customer.reached.push(`customer ${customer.number} has read a receipt of customer ${other.number}`)
  if ((await receipts.photo(theirs.photo)) !== null)
    customer.reached.push(`customer ${customer.number} has seen a photo of customer ${other.number}`)
  const withdrawn = await receipts.withdraw(theirs.id)
  if (withdrawn.state === 'received')
    customer.reached.push(`customer ${customer.number} has withdrawn a receipt of customer ${other.number}`)
  return outcomeOf(withdrawn)
}

/** Records which receipts the app reports as received. The app may not know yet that a restore has lost a receipt. */
export function noteReceived({ phone, receipts }: Customer): void {
  const app = phone.page()?.app
  if (!app) return
  const history = app.receipts.history.peek()
  const shown = history.state === 'ready' ? history.value : []
  for (const receipt of receipts) {
    const status = shown.find(one => one.receipt.id === receipt.id)?.receipt.status
    if (status !== undefined) receipt.isSeenRejected = status === 'rejected'
    const state = app.outbox.find(receipt.jobId)?.state
    if (state === 'received' && !receipt.isLost) receipt.isReceived = true
    receipt.isRefused = state === 'refused'
  }
}
