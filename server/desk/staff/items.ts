import type { StaffPlace } from '#contract/desk/people.ts'
import type { ItemReason, StaffItem } from '#contract/desk/staff.ts'
import type { DrawState, Reward } from '#contract/schema/reward.ts'
import { momentOf } from '#contract/time.ts'
import { type PrizeDuties, prizeDuties } from '#server/campaign/prize-duties.ts'
import { requireReward } from '#server/campaign/reward.ts'
import type { Db } from '#server/store/tables.ts'

type Item = Reward['items'][number]
type At = { readonly place: StaffPlace; readonly now: number }

/** Returns the rewards that staff hand over to this customer, with the ones that can be handed over now first. */
export async function staffItems(db: Db, customerId: string, { place, now }: At): Promise<StaffItem[]> {
  const reward = await requireReward(db, customerId, now)
  const kinds = await db.selectFrom('reward_kind').select(['reward_type', 'unlocked_by']).execute()
  const devices = await db
    .selectFrom('hand_over')
    .select(['reward_type', 'device'])
    .where('customer_id', '=', customerId)
    .where('outcome', '=', 'first')
    .execute()
  const duties = await prizeDuties(db, customerId, reward.luckyDraw.prize?.key ?? '', now)
  const found = reward.items.flatMap(item => {
    const kind = kinds.find(one => one.reward_type === item.rewardType)
    if (!item.needsStaff || !kind) return []
    const device = devices.find(one => one.reward_type === item.rewardType)?.device ?? null
    const own = kind.unlocked_by === 'winner' ? prizeItem(reward, item, { device, place, now, duties }) : null
    if (kind.unlocked_by === 'winner' && own === null) return []
    return [own ?? plainItem(item, { device, now })]
  })
  return found.toSorted((a, b) => order(a) - order(b))
}

const order = ({ state }: StaffItem): number => ['ready', 'used', 'no'].indexOf(state.kind)

const no = (reason: ItemReason): StaffItem['state'] => ({ kind: 'no', reason })
const used = (at: string, device: string | null): StaffItem['state'] => ({
  kind: 'used',
  at: momentOf(at),
  device,
})

const refusedStates: Readonly<Partial<Record<DrawState, ItemReason>>> = {
  won: 'not-confirmed',
  declined: 'given-up',
  expired: 'given-up',
}

type With = { readonly device: string | null; readonly now: number }

/** Returns null if the customer has not won a prize that is handed over. */
function prizeItem(
  { luckyDraw: { state, prize, delivery } }: Reward,
  item: Item,
  { device, place, now, duties }: With & { readonly place: StaffPlace; readonly duties: PrizeDuties },
): StaffItem | null {
  if (prize === null || prize.delivery === 'shipped') return null
  const { titleTh, titleEn = titleTh } = prize
  const shown = { rewardType: item.rewardType, title: { th: titleTh, en: titleEn } }
  // The organiser may have recorded at the desk that a counter prize was handed over.
  const sentAt = prize.delivery === 'counter' ? (delivery?.receivedAt ?? delivery?.sentAt ?? null) : null
  const usedAt = item.usedAt ?? sentAt
  if (usedAt !== null) return { ...shown, state: used(usedAt, item.usedAt === null ? null : device) }
  const reason = refusedStates[state]
  if (reason !== undefined) return { ...shown, state: no(reason) }
  if (prize.event?.cancelled) return { ...shown, state: no('cancelled') }
  if (prize.delivery === 'seat' && place !== 'event') return { ...shown, state: no('elsewhere') }
  const usable = stateOf(item, now)
  if (usable.kind !== 'ready') return { ...shown, state: usable }
  const { owesTax, needsGuardian } = duties
  return { ...shown, state: owesTax ? no('tax-unpaid') : { kind: 'ready', needsGuardian } }
}

function plainItem(item: Item, { device, now }: With): StaffItem {
  const { rewardType, titleTh, titleEn = titleTh, usedAt } = item
  return {
    rewardType,
    title: { th: titleTh, en: titleEn },
    state: usedAt === null ? stateOf(item, now) : used(usedAt, device),
  }
}

function stateOf({ state, opensAt }: Item, now: number): StaffItem['state'] {
  if (state === 'available') return { kind: 'ready', needsGuardian: false }
  if (state === 'expired') return no('closed')
  if (state === 'outOfStock') return no('out-of-stock')
  return no(opensAt !== null && now < momentOf(opensAt) ? 'not-open' : 'locked')
}
