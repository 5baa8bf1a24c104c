import { bangkokMinute } from '#contract/rules.ts'
import type { Receipt } from '#contract/schema/receipt.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Photo } from '#src/ports.ts'
import { png, sha256Of } from '#tests/kit/images.ts'
import { type Customer, isSignedIn, openApp, outcomeOf, phaseOf } from './customer.ts'

type World = Parameters<typeof openApp>[0]

function photoOf(seed: number): Photo {
  const bytes = png(200, 200, seed)
  const sha256 = sha256Of(bytes)
  return { bytes: new Uint8Array(bytes).buffer, type: 'image/png', width: 200, height: 200, sha256 }
}

type Sending = { readonly baht: number; readonly paper: number | undefined; readonly step: number }

/** Sends a receipt with a new photo. Customers with the same `paper` have the same receipt on paper. */
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
  }
  customer.receipts.push(own)
  const purchasedAt = bangkokMinute(world.time.now() - HOUR_MS)
  const filled = { ...draft, storeId: 1, receiptNo, amount: String(baht), purchasedAt, photos: [photo] }
  const sent = await receipts.send(filled, null)
  if (sent.state === 'received') own.isReceived = true
  return `${receiptNo} ${outcomeOf(sent)}`
}

/** Loads the customer's receipts, and returns the first one that fits. */
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

/** Withdraws the first receipt that waits for its decision. */
export async function withdrawReceipt(world: World, customer: Customer): Promise<string> {
  const found = await firstOf(world, customer, ({ status }) => status === 'pending')
  if (typeof found === 'string') return found
  return `${found.receipt.receiptNo} ${outcomeOf(await found.app.receipts.withdraw(found.receipt.id))}`
}

/** Tries to read and to withdraw a receipt of somebody else, as somebody who knows its id could. */
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
