import { assertNever } from '#contract/assert-never.ts'
import type { DeliveryChange } from '#contract/desk/winners.ts'
import { dutiesOf } from '#server/campaign/prize-duties.ts'
import { isHandedOver } from '#server/campaign/prize-sent.ts'
import { prizeAt, prizesOf, taxOf } from '#server/campaign/prizes.ts'
import { bumpRewardVersion } from '#server/campaign/reward.ts'
import { currentDraw } from '#server/draw/current.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { type DrawnCustomer, drawnCustomers, requireConfirmed, winnerStatus } from '#server/draw/seats.ts'
import { isComplete } from '#server/identity/address.ts'
import { readCustomer } from '#server/identity/view.ts'
import { lockCustomer } from '#server/store/lock.ts'
import type { Db, Tables } from '#server/store/tables.ts'

type Columns = Omit<Tables['prize_delivery'], 'draw_id' | 'customer_id' | 'version' | 'updated_at'>
type How = {
  readonly now: number
  /** The version that the user saw: 0 before the first change. Null allows any version. */
  readonly version: number | null
}

/**
 * Returns false if someone else has changed the record since `version`. Throws DrawRefusal if the
 * customer has no confirmed seat, or if the change does not fit the prize. Must run in a
 * transaction.
 */
export async function changeDelivery(
  db: Db,
  customerId: string,
  change: DeliveryChange,
  { now, version }: How,
): Promise<boolean> {
  await lockCustomer(db, customerId)
  const { campaign, draw } = await currentDraw(db)
  if (campaign.announced_at === null || now < campaign.announced_at) throw new DrawRefusal('NOT_ANNOUNCED')
  const row = await drawnCustomers(db, draw.id)
    .where('draw_winner.customer_id', '=', customerId)
    .executeTakeFirst()
  if (!row) throw new DrawRefusal('NOT_A_WINNER')
  requireConfirmed(winnerStatus(row, campaign, now))
  if (version !== null && version !== (row.version ?? 0)) return false
  const prize = prizeAt(prizesOf(draw.prizes), row.seat)
  const columns = await columnsOf(db, row, change, {
    now,
    isSent: prize?.delivery === 'shipped',
    isHandedOver: await isHandedOver(db, customerId, campaign),
    tax: prize === null ? 0 : taxOf(prize),
    valueBaht: prize?.valueBaht ?? 0,
  })
  const fresh = { ...columns, version: (row.version ?? 0) + 1, updated_at: now }
  await db
    .insertInto('prize_delivery')
    .values({ ...NOTHING, ...fresh, draw_id: draw.id, customer_id: customerId })
    .onConflict(conflict => conflict.columns(['draw_id', 'customer_id']).doUpdateSet(fresh))
    .execute()
  // Makes the customer's phone reload the reward, which shows the parcel.
  await bumpRewardVersion(db, customerId, now)
  return true
}

/**
 * Returns a change's details for the audit log, which is kept longer than personal data. Leaves
 * out the carrier, which is free text, and the tracking number, which reveals the address.
 */
export const recorded = (change: DeliveryChange): Readonly<Record<string, unknown>> =>
  change.change === 'ship' ? { change: 'ship' } : change

const NOTHING: Columns = {
  carrier: null,
  tracking_no: null,
  shipped_at: null,
  received_at: null,
  tax_form_at: null,
  tax_paid_at: null,
  guardian_at: null,
}

type Facts = {
  readonly now: number
  readonly isSent: boolean
  /** True if the prize was sent, or if staff have handed it over. */
  readonly isHandedOver: boolean
  /** In baht; null if the prize's value is unknown. */
  readonly tax: number | null
  readonly valueBaht: number
}

/** Does not change a date that is already set. */
async function columnsOf(
  db: Db,
  row: DrawnCustomer,
  change: DeliveryChange,
  { now, isSent, isHandedOver, tax, valueBaht }: Facts,
): Promise<Partial<Columns>> {
  const requireDuties = () => {
    const { owesTax, needsGuardian } = dutiesOf(row, { valueBaht }, now)
    if (owesTax) throw new DrawRefusal('TAX_UNPAID', { baht: tax ?? 0 })
    if (needsGuardian) throw new DrawRefusal('GUARDIAN_MISSING')
  }
  switch (change.change) {
    case 'ship': {
      if (!isSent) throw new DrawRefusal('NOT_SENT_BY_PARCEL')
      requireDuties()
      if (!isComplete(await readCustomer(db, row.customer_id))) throw new DrawRefusal('ADDRESS_MISSING')
      const { carrier, trackingNo } = change
      return { carrier, tracking_no: trackingNo, shipped_at: row.shipped_at ?? now }
    }
    case 'unship':
      if (row.shipped_at === null) throw new DrawRefusal('NOT_SHIPPED')
      if (row.received_at !== null) throw new DrawRefusal('ALREADY_RECEIVED')
      return { carrier: null, tracking_no: null, shipped_at: null }
    case 'receive':
      if (!change.done) return { received_at: null }
      requireDuties()
      if (isSent && row.shipped_at === null) throw new DrawRefusal('NOT_SHIPPED')
      return { received_at: row.received_at ?? now }
    case 'guardian':
      if (!change.done && isHandedOver) throw new DrawRefusal('HANDED_OVER')
      return { guardian_at: change.done ? (row.guardian_at ?? now) : null }
    case 'tax-form':
    case 'tax-paid': {
      if (tax === 0) throw new DrawRefusal('NOT_TAXED', { baht: valueBaht })
      const column = change.change === 'tax-form' ? 'tax_form_at' : 'tax_paid_at'
      if (!change.done && column === 'tax_paid_at' && isHandedOver) throw new DrawRefusal('HANDED_OVER')
      return { [column]: change.done ? (row[column] ?? now) : null }
    }
    default:
      return assertNever(change)
  }
}
