import { seatAnswers } from '#campaign/chat-texts.ts'
import { assertNever } from '#contract/assert-never.ts'
import type { Words } from '#contract/languages.ts'
import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import { rewardRowOf, shownDrawState } from '#server/campaign/reward.ts'
import { ApiError } from '#server/errors.ts'
import { decidePrize } from '#server/identity/decide-prize.ts'
import { findCustomerByLineId } from '#server/identity/line-account.ts'
import type { Db } from '#server/store/tables.ts'

type Pressed = { readonly lineUserId: string; readonly ticketId: string }

/** Applies the same rules as the app and returns a reply with the current state. Must run in a transaction. */
export async function confirmInChat(db: Db, pressed: Pressed, now: number): Promise<Words> {
  const customerId = await customerOf(db, pressed.lineUserId)
  const campaign = await readCampaign(db)
  const isAnnounced = campaign.announced_at !== null && now >= campaign.announced_at
  if (customerId === null || !isAnnounced) return seatAnswers.notWinner
  const winner = await winnerOf(db, campaign, pressed.ticketId)
  if (winner === undefined) return seatAnswers.notWinner
  if (winner !== customerId) return seatAnswers.otherPerson
  const row = await rewardRowOf(db, customerId)
  if (!row) return seatAnswers.notWinner
  const state = shownDrawState(row, campaign, 0, now)
  switch (state) {
    case 'none':
    case 'entered':
    case 'reserve':
    case 'lost':
      return seatAnswers.notWinner
    case 'expired':
      return seatAnswers.expired
    case 'declined':
      return seatAnswers.declined
    case 'confirmed':
      return seatAnswers.confirmedBefore
    case 'won':
      return confirm(db, customerId, now)
    default:
      return assertNever(state)
  }
}

async function confirm(db: Db, customerId: string, now: number): Promise<Words> {
  try {
    await decidePrize(db, customerId, { attend: true }, now)
    return seatAnswers.confirmed
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ADDRESS_REQUIRED') return seatAnswers.addressNeeded
    throw error
  }
}

/** Also returns null if the customer has left or is blocked. */
async function customerOf(db: Db, lineUserId: string): Promise<string | null> {
  try {
    return await findCustomerByLineId(db, lineUserId)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

async function winnerOf(db: Db, { draw_id }: Campaign, ticketId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('draw_winner')
    .select('customer_id')
    .where('draw_id', '=', draw_id ?? '')
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst()
  return row?.customer_id
}
