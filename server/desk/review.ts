import type { DeskAnswer } from '#contract/desk-calls.ts'
import { reviewCard } from '#server/review/card.ts'
import { ReviewError } from '#server/review/errors.ts'
import type { CardSide } from '#server/review/pairs.ts'
import { reviewCounts } from '#server/review/queue.ts'
import { reasonText } from '#server/review/reason-texts.ts'
import type { Acting, Claim } from '#server/review/types.ts'
import type { Db } from '#server/store/tables.ts'
import { DeskError } from './errors.ts'
import type { ReceivedDeskCall } from './handler.ts'
import { actorOf } from './people.ts'

export type Item = NonNullable<DeskAnswer<'reviewNext'>['item']>

type Call = Pick<ReceivedDeskCall<'reviewHeartbeat'>, 'db' | 'body' | 'caller' | 'now'>

/** The functions of `server/review/` write audit entries in the person's name. */
export const actingIn = ({ body, caller, now }: Omit<Call, 'db'>): Acting => ({
  reviewer: caller.person.id,
  session: body.tab,
  actor: actorOf(caller.person),
  now,
})

export const countsOf = ({ db, ...call }: Call) => reviewCounts(db, actingIn(call))

export const withCounts = async (call: Call, item: Item | null): Promise<DeskAnswer<'reviewNext'>> => ({
  item,
  counts: await countsOf(call),
})

/** A second look shows the same as a first one, without revealing that there was a decision. */
export async function itemOf(db: Db, { receiptId, version, look, expiresAt }: Claim): Promise<Item | null> {
  const card = await reviewCard(db, receiptId, look)
  if (!card) return null
  const { id, provinceTh: th, provinceEn: en, ...customer } = card.customer
  return {
    receiptId,
    version,
    expiresAt,
    risk: card.risk,
    reasons: card.reasons.map(reason => ({ th: reason.th, en: reason.en })),
    rights: card.receipt.rights,
    customer: { id, ...customer, province: th === null || en === null ? null : { th, en } },
    sides: card.sides.map(sideOf),
  }
}

const sideOf = (side: CardSide): Item['sides'][number] => ({
  receiptId: side.receiptId,
  customerName: side.customerName,
  storeName: side.storeName,
  storeNameEn: side.storeNameEn,
  receiptNo: side.receiptNo,
  amountSatang: side.amountSatang,
  purchasedAt: side.purchasedAt,
  createdAt: side.createdAt,
  status: side.status,
  photos: side.photos.length,
  reasons: side.reasons.map(reason => reasonText(reason)),
})

export async function refusing<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error
    throw error.code === 'LEASE_LOST' || error.code === 'CHANGED'
      ? new DeskError('CHANGED', { detail: error.code })
      : new DeskError('REFUSED', { detail: error.code })
  }
}
