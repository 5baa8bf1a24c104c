import { settleDisagreement } from '#server/review/disagreements.ts'
import { ReviewError } from '#server/review/errors.ts'
import { DeskError } from '../errors.ts'
import { deskHandlers } from '../handler.ts'
import { actorOf } from '../people.ts'
import { checksOf, isOwn, queueOf } from '../quality.ts'

/** The queue of the review, and how good its decisions are. */
export const qualityHandlers = deskHandlers({
  reviewQueue: ({ db, query, now }) => queueOf(db, query, now),
  reviewChecks: ({ db, caller }) => checksOf(db, caller.person.id),
  async reviewSettle({ db, body, caller, now }) {
    const { person } = caller
    const decided = await db
      .selectFrom('review_decision')
      .select(['reviewer', 'second_reviewer'])
      .where('receipt_id', '=', body.receiptId)
      .where('receipt_version', '=', body.version)
      .executeTakeFirst()
    // Otherwise a manager who also reviews could clear an own error.
    if (
      decided &&
      isOwn({ reviewer: decided.reviewer, secondReviewer: decided.second_reviewer ?? '' }, person.id)
    )
      throw new DeskError('REFUSED', { detail: 'OWN_DECISION' })
    try {
      await settleDisagreement(db, { ...body, reviewer: person.id, actor: actorOf(person), now })
    } catch (error) {
      if (error instanceof ReviewError) throw new DeskError('CHANGED', { detail: error.code })
      throw error
    }
    return {}
  },
})
