import type { DrawState, LuckyPrize } from '#contract/schema/reward.ts'
import { HOUR_MS } from '#contract/time.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { confirmByOf, rewardRowOf, shownDrawState } from '#server/campaign/reward.ts'
import { rightsOfCustomer } from '#server/campaign/rights.ts'
import { wonPrize } from '#server/campaign/won-prize.ts'
import { deadlineSubject } from '#server/message-queue/subjects.ts'
import type { Db } from '#server/store/tables.ts'
import { bangkokText } from '../bangkok-text.ts'
import type { Content, ContentOf, Row } from '../content.ts'

type Result = {
  readonly drawId: string
  readonly state: DrawState
  readonly prize: LuckyPrize | null
  readonly confirmBy: number
  /** Null if no prize was won, or if the prize needs an address. */
  readonly confirmTicket: string | null
}

async function resultOf(db: Db, { customer_id }: Row, now: number): Promise<Result | null> {
  const reward = await rewardRowOf(db, customer_id)
  if (!reward) return null
  const campaign = await readCampaign(db)
  const { total } = await rightsOfCustomer(db, campaign, customer_id)
  const state = shownDrawState(reward, campaign, total, now)
  const prize = await wonPrize(db, reward, campaign, state)
  const drawId = campaign.draw_id ?? ''
  const canConfirm = state === 'won' && prize !== null && prize.delivery !== 'shipped'
  const confirmTicket = canConfirm ? await drawnTicket(db, drawId, customer_id) : null
  return { drawId, state, prize, confirmBy: confirmByOf(reward, campaign), confirmTicket }
}

async function drawnTicket(db: Db, drawId: string, customerId: string): Promise<string | null> {
  const drawn = await db
    .selectFrom('draw_winner')
    .select('ticket_id')
    .where('draw_id', '=', drawId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return drawn?.ticket_id ?? null
}

type About = Pick<Content, 'path'> & {
  readonly state: DrawState
  /**
   * `named` means that the text mentions the deadline for confirming, `helps` that the message is useful until that
   * deadline.
   */
  readonly deadline: 'named' | 'helps' | null
  readonly subject: (result: Result) => string
}

const aboutResult =
  ({ path, state, deadline: meaning, subject }: About): ContentOf =>
  async (db, row, now) => {
    const result = await resultOf(db, row, now)
    if (!result) return null
    const deadline = bangkokText(result.confirmBy)
    const { titleTh = '', titleEn = '' } = result.prize ?? {}
    const isLate = meaning === 'named' && result.state === 'expired'
    return {
      texts: row.kind,
      path,
      confirmTicket: result.confirmTicket,
      th: { prize: titleTh, deadline: deadline.th },
      en: { prize: titleEn, deadline: deadline.en },
      isCurrent: subject(result) === row.subject && (result.state === state || isLate),
      // A prize that was declined or passed on cannot be won back, even if the organiser moves the deadline.
      endsAt: isLate ? 0 : meaning === 'named' ? result.confirmBy : null,
      helpsUntil: meaning === 'helps' ? result.confirmBy : null,
    }
  }

const drawOf = ({ drawId }: Result): string => drawId

const drawAndDeadline = ({ drawId, confirmBy }: Result): string => deadlineSubject(drawId, confirmBy)

const reminder = aboutResult({ path: '/confirm', state: 'won', deadline: 'named', subject: drawAndDeadline })

/** A winner who was notified of the prize within this many milliseconds needs no reminder. */
const NEWS_MS = 12 * HOUR_MS

/** The reminder is out of date if the message about the prize is queued or recent. */
const confirmDeadline: ContentOf = async (db, row, now) => {
  const content = await reminder(db, row, now)
  if (!content?.isCurrent) return content
  const news = await db
    .selectFrom('message')
    .select('kind')
    .where('customer_id', '=', row.customer_id)
    .where('kind', 'in', ['won', 'reserve-promoted'])
    .where(eb =>
      eb.or([
        eb('state', '=', 'waiting'),
        eb.and([eb('state', '=', 'sent'), eb('settled_at', '>', now - NEWS_MS)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return { ...content, isCurrent: news === undefined }
}

export const drawContents = {
  won: aboutResult({ path: '/confirm', state: 'won', deadline: 'named', subject: drawOf }),
  'not-won': aboutResult({ path: '/watingAnouncer', state: 'lost', deadline: null, subject: drawOf }),
  reserve: aboutResult({ path: '/watingAnouncer', state: 'reserve', deadline: null, subject: drawOf }),
  'reserve-promoted': aboutResult({
    path: '/confirm',
    state: 'won',
    deadline: 'named',
    subject: drawAndDeadline,
  }),
  'confirm-deadline': confirmDeadline,
  'seat-confirmed': aboutResult({ path: '/confirm', state: 'confirmed', deadline: 'helps', subject: drawOf }),
}
