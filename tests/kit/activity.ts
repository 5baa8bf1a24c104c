import { randomUUID } from 'node:crypto'
import type { BodyInput } from '#contract/calls.ts'
import { HOUR_MS } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { countOf } from '#server/store/count.ts'
import type { Tables } from '#server/store/tables.ts'
import { png, sha256Of } from './images.ts'
import { rowOf, update } from './rows.ts'
import type { Session, TestServer } from './server.ts'

export async function setCampaign(server: TestServer, change: Partial<Tables['campaign']>): Promise<void> {
  await update(server, 'campaign', change)
}

export const campaignOf = (server: TestServer) => rowOf(server, 'campaign')

let photos = 0

/** Returns the bytes of a photo that differs from all earlier ones. */
export function newPhoto(): Buffer {
  photos += 1
  return png(200, 200, photos)
}

/** Uploads a photo, by default a new one, and returns its hash. */
export async function uploadPhoto(server: TestServer, who: Session, bytes = newPhoto()): Promise<string> {
  const sha256 = sha256Of(bytes)
  const { status, text } = await server.call('uploadImage', { token: who.token, params: { sha256 }, bytes })
  if (status !== 200) throw new Error(`the upload answered ${status}: ${text}`)
  return sha256
}

/** Sends the bytes of a photo, or a piece of it, and returns the response. */
export const putImage = (
  server: TestServer,
  who: Session,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
  sha256 = sha256Of(bytes),
) =>
  server.call('uploadImage', {
    token: who.token,
    params: { sha256 },
    bytes,
    headers: { 'Content-Type': 'image/jpeg', ...headers },
  })

let receipts = 0

/** Returns the body of a valid receipt with a unique number. The caller must have uploaded the photos. */
export function receiptBody(
  server: TestServer,
  images: string[],
  change: Partial<BodyInput<'createReceipt'>> = {},
): BodyInput<'createReceipt'> {
  receipts += 1
  return {
    id: uuidv7(server.clock.now(), server.deps.random.bytes(16)),
    storeId: 1,
    receiptNo: `BD-${receipts}-000`,
    amount: 250.5,
    purchasedAt: new Date(server.clock.now() - HOUR_MS).toISOString(),
    images,
    ...change,
  }
}

/** Sends a receipt with a new photo. As in the app, the receipt's id is also the idempotency key. */
export async function sendReceipt(
  server: TestServer,
  who: Session,
  change: Partial<BodyInput<'createReceipt'>> = {},
) {
  const body = receiptBody(server, change.images ?? [await uploadPhoto(server, who)], change)
  return server.call('createReceipt', { token: who.token, body, key: body.id })
}

export const newKey = (): string => randomUUID()

export const countRows = (server: TestServer, table: keyof Tables): Promise<number> =>
  countOf(server.db.selectFrom(table))

/** Makes a customer a winner of the draw and announces the result. */
export async function announceWinner(server: TestServer, who: Session): Promise<void> {
  await server.call('createReward', { token: who.token, body: {} })
  await update(server, 'reward', { draw_state: 'won', draw_rank: 1 }, { customer_id: who.customerId })
  await setCampaign(server, { announced_at: server.clock.now() - 1 })
}
