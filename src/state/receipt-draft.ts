import * as v from 'valibot'
import { bahtIn } from '#contract/amount.ts'
import { ofBangkok, plainReceiptNo } from '#contract/rules.ts'
import { sha256, uuid } from '#contract/schema/common.ts'
import { isoOf } from '#contract/time.ts'
import { lastOf } from '#src/domain/last-of.ts'
import type { Job, JobPhoto, NewJob } from '#src/outbox/job.ts'
import type { KeyValueStore } from '#src/ports.ts'
import { isBuffer } from '#src/storage/is-buffer.ts'
import { draftKey } from '#src/storage/keys.ts'
import { makeSpace } from '#src/storage/make-space.ts'
import { writeWhileSignedIn } from '#src/storage/signed-in.ts'
import { ifStorageFails } from '#src/storage/storage-failure.ts'
import type { ReceiptDraft } from './types.ts'

const draftSchema = v.object({
  id: uuid,
  version: v.nullable(v.number()),
  storeId: v.nullable(v.number()),
  receiptNo: v.string(),
  amount: v.string(),
  purchasedAt: v.string(),
  photos: v.array(
    v.object({
      bytes: v.custom<ArrayBuffer>(isBuffer),
      type: v.picklist(['image/jpeg', 'image/png', 'image/webp']),
      width: v.number(),
      height: v.number(),
      sha256,
    }),
  ),
  kept: v.array(sha256),
  suggested: v.optional(
    v.object({
      storeId: v.optional(v.picklist(['last', 'photo'])),
      receiptNo: v.optional(v.picklist(['last', 'photo'])),
      amount: v.optional(v.picklist(['last', 'photo'])),
      purchasedAt: v.optional(v.picklist(['last', 'photo'])),
    }),
  ),
})

export const storedDraftKey = (customerId: string, id: string | null): string =>
  draftKey(customerId, `receipt/${id ?? 'new'}`)

export async function readDraft(
  kv: KeyValueStore,
  customerId: string,
  id: string | null,
): Promise<ReceiptDraft | null> {
  const parsed = v.safeParse(draftSchema, await kv.get(storedDraftKey(customerId, id)).catch(() => undefined))
  return parsed.success ? parsed.output : null
}

/** Null deletes the draft. Resolves to false if the phone cannot store it or the customer has signed out. */
export async function writeDraft(
  kv: KeyValueStore,
  customerId: string,
  id: string | null,
  draft: ReceiptDraft | null,
): Promise<boolean> {
  const entry = [storedDraftKey(customerId, id), draft ?? undefined] as const
  const write = () => writeWhileSignedIn(kv, customerId, entry)
  const written =
    draft === null
      ? kv.set([entry]).then(() => true)
      : write().catch(error => makeSpace(kv, error).then(write))
  return written.then(done => done && kv.durable(), ifStorageFails(false))
}

type Submission = {
  /** The server's time in milliseconds since 1970. */
  readonly now: number
  /** Photos in the draft's `kept` that the server may not have yet. */
  readonly carried: readonly JobPhoto[]
  readonly queued: readonly Job[]
  readonly deletes: readonly string[]
}

/** Replaces a queued job for the same receipt. If that job may have been sent, a correction is queued after it. */
export function jobOf(
  draft: ReceiptDraft,
  { now, carried, queued, deletes }: Submission,
): NewJob<'createReceipt'> | NewJob<'updateReceipt'> {
  const created = queued.find(({ route }) => route === 'createReceipt')
  const corrected = lastOf(queued, ({ route }) => route === 'updateReceipt')
  // Another queued job will increase the version, so do not check it.
  const alone = queued.every(job => job === corrected)
  const fields = {
    storeId: draft.storeId ?? 0,
    receiptNo: plainReceiptNo(draft.receiptNo),
    amount: bahtIn(draft.amount),
    purchasedAt: ofBangkok(draft.purchasedAt),
    images: [...draft.kept, ...draft.photos.map(photo => photo.sha256)],
    at: isoOf(now),
  }
  const photos = [...carried, ...draft.photos.map(({ sha256, type, bytes }) => ({ sha256, type, bytes }))]
  const correction: NewJob<'updateReceipt'> = {
    route: 'updateReceipt',
    params: { id: draft.id },
    body: fields,
    subject: draft.id,
    photos,
    deletes,
  }
  if (draft.version !== null)
    return {
      ...correction,
      ...(alone ? { ifMatch: String(draft.version) } : {}),
      ...(corrected ? { replaces: corrected.id, otherwise: correction as unknown as NewJob } : {}),
    }
  return {
    route: 'createReceipt',
    params: {},
    body: { id: draft.id, ...fields },
    subject: draft.id,
    id: draft.id,
    photos,
    deletes,
    ...(created ? { replaces: created.id, otherwise: correction as unknown as NewJob } : {}),
  }
}
