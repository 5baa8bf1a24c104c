import type { DeskAnswer } from '#contract/desk-calls.ts'
import { heartbeat, nextForReviewer, release, skip, undoSkip } from '#server/review/assign.ts'
import { reviewCard } from '#server/review/card.ts'
import { decide, undoDecision } from '#server/review/decide.ts'
import type { CardSide } from '#server/review/pairs.ts'
import { reviewCounts } from '#server/review/queue.ts'
import { reasonText } from '#server/review/reason-texts.ts'
import type { Acting, Asking, Claim } from '#server/review/types.ts'
import type { Look } from '#server/store/review-tables.ts'
import type { Db } from '#server/store/tables.ts'
import { recordPhotos } from '../customers/views.ts'
import { DeskError } from '../errors.ts'
import type { DeskHandlers, ReceivedDeskCall } from '../handler.ts'
import { actorOf } from '../people.ts'
import { findPhoto, photoResponse, requireMaySee } from '../photo.ts'

export const reviewHandlers = {
  reviewNext: async call => {
    const { db, deps, body } = call
    const who = { ...actingIn(call), random: deps.random, holding: body.holding }
    return withCounts(call, await nextItem(db, who))
  },

  reviewHeartbeat: async call => {
    const { receiptIds, expiresAt } = await heartbeat(call.db, actingIn(call))
    return { receiptIds: [...receiptIds], expiresAt, counts: await countsOf(call) }
  },

  reviewDecide: async call => {
    const { db, deps, body } = call
    const { receiptId, version, decision } = body
    const given = { ...actingIn(call), receiptId, version, decision, random: deps.random }
    const decided = await decide(db, given)
    return { receiptId, version: decided.version, counts: await countsOf(call) }
  },

  reviewUndo: async call => {
    const { db, body } = call
    const { receiptId, version } = body
    const acting = actingIn(call)
    const look = await lookOf(db, body, acting.reviewer)
    const claim = await undoDecision(db, { ...acting, receiptId, version, look })
    return withCounts(call, claim && (await itemOf(db, claim)))
  },

  reviewSkip: async call => {
    await skip(call.db, { ...actingIn(call), receiptId: call.body.receiptId })
    return { counts: await countsOf(call) }
  },

  reviewUndoSkip: async call => {
    const claim = await undoSkip(call.db, { ...actingIn(call), receiptId: call.body.receiptId })
    if (!claim) throw new DeskError('CHANGED')
    return withCounts(call, await itemOf(call.db, claim))
  },

  reviewRelease: async call => {
    await release(call.db, actingIn(call))
    return {}
  },

  reviewStores: async ({ db }) => {
    const stores = await db
      .selectFrom('store')
      .select(['id', 'name_th', 'name_en'])
      .where('active', '=', 1)
      .orderBy('chain')
      .orderBy('code')
      .execute()
    return {
      stores: stores.map(({ id, name_th: th, name_en: en }) => ({ id, name: { th, en: en ?? th } })),
    }
  },

  photo: async call => {
    const { db, deps, params, now } = call
    const { person } = call.caller
    const receiptId = params.id
    const access = await requireMaySee(db, { receiptId, person, now })
    const photo = await findPhoto(db, { receiptId, position: Number(params.position) })
    const response = await photoResponse(deps.objects, photo)
    // For an assigned receipt, the assignment already has an audit entry.
    if (access === 'other') await recordPhotos(call, receiptId, photo.customer_id)
    return response
  },
} satisfies Partial<DeskHandlers>

async function nextItem(db: Db, who: Asking & { readonly holding: readonly string[] }): Promise<Item | null> {
  const claim = await nextForReviewer(db, who)
  return claim && itemOf(db, claim)
}

/** The browser does not know whether a decision was a first or a second look. */
async function lookOf(
  db: Db,
  { receiptId, version }: { readonly receiptId: string; readonly version: number },
  reviewer: string,
): Promise<Look> {
  const row = await db
    .selectFrom('review_decision')
    .select('reviewer')
    .where('receipt_id', '=', receiptId)
    .where('receipt_version', '=', version)
    .executeTakeFirst()
  return row?.reviewer === reviewer ? 'first' : 'second'
}

type Item = NonNullable<DeskAnswer<'reviewNext'>['item']>

type Call = Pick<ReceivedDeskCall<'reviewHeartbeat'>, 'db' | 'body' | 'caller' | 'now'>

/** The functions of `server/review/` write audit entries in the person's name. */
const actingIn = ({ body, caller, now }: Omit<Call, 'db'>): Acting => ({
  reviewer: caller.person.id,
  session: body.tab,
  actor: actorOf(caller.person),
  now,
})

const countsOf = ({ db, ...call }: Call) => reviewCounts(db, actingIn(call))

const withCounts = async (call: Call, item: Item | null): Promise<DeskAnswer<'reviewNext'>> => ({
  item,
  counts: await countsOf(call),
})

/** A second look shows the same as a first one, without revealing that there was a decision. */
async function itemOf(db: Db, { receiptId, version, look, expiresAt }: Claim): Promise<Item | null> {
  const card = await reviewCard(db, receiptId, look)
  if (!card) return null
  const { id, provinceTh: th, provinceEn: en, ...customer } = card.customer
  return {
    receiptId,
    version,
    expiresAt,
    risk: card.risk,
    reasons: card.reasons.map(reason => ({ th: reason.th, en: reason.en })),
    rights: card.rights,
    rule: card.rule,
    disputedWith: card.disputedWith,
    customer: { id, ...customer, province: th === null || en === null ? null : { th, en } },
    sides: card.sides.map(sideOf),
  }
}

const sideOf = (side: CardSide): Item['sides'][number] => ({
  receiptId: side.receiptId,
  customerName: side.customerName,
  storeId: side.storeId,
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
