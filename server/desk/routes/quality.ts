import { readOnePerson } from '#server/desk-accounts.ts'
import { settleDisagreement } from '#server/review/disagreements.ts'
import { ReviewError } from '#server/review/errors.ts'
import { DeskError } from '../errors.ts'
import type { DeskHandlers } from '../handler.ts'
import { actorOf } from '../people.ts'
import { checksOf, queueOf, settleOf } from '../quality.ts'

export const qualityHandlers = {
  reviewQueue: ({ db, query, now }) => queueOf(db, query, now),

  reviewChecks: ({ db, caller }) => checksOf(db, caller.person.id),

  reviewSettle: async ({ db, body, caller, now }) => {
    const { person } = caller
    const decided = await db
      .selectFrom('review_decision')
      .select(['reviewer', 'second_reviewer'])
      .where('receipt_id', '=', body.receiptId)
      .where('receipt_version', '=', body.version)
      .executeTakeFirst()
    if (decided) {
      const { reviewer, second_reviewer: secondReviewer } = decided
      const settle = settleOf({ reviewer, secondReviewer }, person.id, await readOnePerson(db))
      // A manager who also reviews must not clear their own error.
      if (settle === 'own') throw new DeskError('REFUSED', { detail: 'OWN_DECISION' })
      if (settle === 'gave-access') throw new DeskError('REFUSED', { detail: 'GAVE_ACCESS' })
    }
    try {
      await settleDisagreement(db, { ...body, reviewer: person.id, actor: actorOf(person), now })
    } catch (error) {
      if (error instanceof ReviewError) throw new DeskError('CHANGED', { detail: error.code })
      throw error
    }
    return {}
  },
} satisfies Partial<DeskHandlers>
