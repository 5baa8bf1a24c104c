import { sql } from 'kysely'
import type { CustomerScreens } from '#contract/desk/screens.ts'
import { isoOf } from '#contract/time.ts'
import { activityOf } from '#server/campaign/activity.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { WELCOME_TICKETS } from '#server/campaign/create-reward.ts'
import { shownQuestion } from '#server/campaign/questions.ts'
import { itemsOf, shownDrawState } from '#server/campaign/reward.ts'
import { isListSealed } from '#server/campaign/tickets.ts'
import { provincesIn, storesIn } from '#server/store/master.ts'
import type { Db } from '#server/store/tables.ts'
import type { DeskDeps } from '../deps.ts'

/** The sample customer is not in the database. Real ids begin with their creation time, which is never 1970. */
const SAMPLE_ID = '00000000-0000-7000-8000-000000000000'

type Around = Pick<DeskDeps, 'receiptReader'> & { readonly db: Db; readonly now: number }

/** Returns the server's responses to the app of a fictional customer who has only registered. */
export async function customerScreens({ db, receiptReader, now }: Around): Promise<CustomerScreens> {
  const campaign = await readCampaign(db)
  const total = WELCOME_TICKETS
  const state = shownDrawState({ draw_state: 'none', confirm_by: null }, campaign, total, now)
  const unlocks = { answered: false, approved: false, confirmed: false, lost: state === 'lost' }
  const activity = activityOf(campaign, { now, receiptReader: receiptReader !== null, drawSeal: null })
  const { drawAt, announceAt, confirmBy, features } = activity
  return {
    activity,
    provinces: await provincesIn(db).execute(),
    stores: await storesIn(db).execute(),
    question: await shownQuestion(db, now),
    reward: {
      id: SAMPLE_ID,
      customerId: SAMPLE_ID,
      rights: { total, pending: 0, used: (await isListSealed(db, campaign)) ? total : 0 },
      luckyDraw: {
        state,
        drawId: features.drawId,
        drawAt,
        announceAt,
        confirmBy,
        confirmedAt: null,
        rank: null,
        prize: null,
      },
      items: await itemsOf(db, [], unlocks, now),
      version: 1,
      updatedAt: isoOf(now),
    },
  }
}

/**
 * Runs a change, then a read, then rolls the change back to a savepoint, so that a preview does not need a second
 * implementation. Other set-up changes wait until the transaction ends.
 */
export async function afterwards<T>(
  db: Db,
  change: () => Promise<unknown>,
  read: () => Promise<T>,
): Promise<T> {
  if (!db.isTransaction) throw new Error('only a transaction can take a change back')
  await sql`savepoint preview`.execute(db)
  await change()
  const found = await read()
  await sql`rollback to savepoint preview`.execute(db)
  return found
}
