import * as v from 'valibot'
import { ofBangkok } from '#contract/rules.ts'
import { sha256, uuid } from '#contract/schema/common.ts'
import { isoOf } from '#contract/time.ts'
import type { JobPhoto, NewJob } from '#src/outbox/job.ts'
import type { KeyValueStore } from '#src/ports.ts'
import { isBuffer } from '#src/storage/is-buffer.ts'
import { draftKey } from '#src/storage/keys.ts'
import type { ReceiptDraft } from './types.ts'

/** Schema of a stored half-filled receipt with its photos. */
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
})

const keyOf = (customerId: string, id: string | null) => draftKey(customerId, `receipt/${id ?? 'new'}`)

/**
 * Returns the stored draft for the receipt `id`, or for a new receipt if `id` is null. Returns null if there
 * is none or it is unreadable.
 */
export async function readDraft(
  kv: KeyValueStore,
  customerId: string,
  id: string | null,
): Promise<ReceiptDraft | null> {
  const parsed = v.safeParse(draftSchema, await kv.get(keyOf(customerId, id)).catch(() => undefined))
  return parsed.success ? parsed.output : null
}

/** Stores a draft; null deletes it. Resolves with false if the phone cannot store it. */
export async function writeDraft(
  kv: KeyValueStore,
  customerId: string,
  id: string | null,
  draft: ReceiptDraft | null,
): Promise<boolean> {
  return kv.set([[keyOf(customerId, id), draft ?? undefined]]).then(
    () => kv.durable(),
    () => false,
  )
}

/**
 * Returns the job that submits a draft. `now` is the server's time in milliseconds since 1970. `carried` are
 * those photos of `kept` that the server may not have yet. `onlyCorrection` is true if no other correction of
 * this receipt is queued. Otherwise the queued one will increase the version, so the version is not checked.
 */
export function jobOf(
  draft: ReceiptDraft,
  now: number,
  {
    carried,
    onlyCorrection: alone,
  }: { readonly carried: readonly JobPhoto[]; readonly onlyCorrection: boolean },
): NewJob<'createReceipt'> | NewJob<'updateReceipt'> {
  const fields = {
    storeId: draft.storeId ?? 0,
    receiptNo: draft.receiptNo.trim(),
    amount: Number(draft.amount.replaceAll(',', '')),
    purchasedAt: ofBangkok(draft.purchasedAt),
    images: [...draft.kept, ...draft.photos.map(photo => photo.sha256)],
    at: isoOf(now),
  }
  const photos = [...carried, ...draft.photos.map(({ sha256, type, bytes }) => ({ sha256, type, bytes }))]
  return draft.version === null
    ? {
        route: 'createReceipt',
        params: {},
        body: { id: draft.id, ...fields },
        subject: draft.id,
        id: draft.id,
        photos,
      }
    : {
        route: 'updateReceipt',
        params: { id: draft.id },
        body: fields,
        subject: draft.id,
        ...(alone ? { ifMatch: String(draft.version) } : {}),
        photos,
      }
}
