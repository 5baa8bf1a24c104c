import { assertNever } from '#contract/assert-never.ts'
import { ActionRefusal, type ActionsByName, customerNamed } from '#server/action.ts'
import { revokeSessions } from '#server/auth/sessions.ts'
import { cancelCustomer } from '#server/identity/cancel.ts'
import { blockCustomer, unblockCustomer } from '#server/identity/change-block.ts'
import { correctBirthday } from '#server/identity/correct-birthday.ts'
import { countOf } from '#server/store/count.ts'

export const customerActions = {
  blockCustomer: {
    async run({ db, now }, { id: name, reason }) {
      const { id } = await customerNamed(db, name)
      const ended = await blockCustomer(db, { id }, now)
      if (ended === 'left')
        throw new ActionRefusal('REFUSED', 'CUSTOMER_CANCELLED', `${id}: the customer has already left`)
      if (ended === 'blocked')
        throw new ActionRefusal('CHANGED', 'CUSTOMER_BLOCKED', `${id}: the customer is already blocked`)
      return {
        answer: { ended },
        detail: { customerId: id, ended },
        texts: { about: [id], values: { reason } },
      }
    },
  },

  unblockCustomer: {
    async run({ db }, { id: name }) {
      const { id } = await customerNamed(db, name)
      if (!(await unblockCustomer(db, id)))
        throw new ActionRefusal('CHANGED', 'NOT_BLOCKED', `${id}: the customer is not blocked`)
      return { answer: {}, detail: { customerId: id } }
    },
  },

  correctBirthday: {
    async run({ db, now }, { id: name, birthDate }) {
      const { id } = await customerNamed(db, name)
      const done = await correctBirthday(db, { id }, birthDate, now)
      if (typeof done === 'string') throw birthdayRefusal(done, id)
      return {
        answer: {},
        detail: { customerId: id },
        texts: { about: [id], values: { before: done.before, birthDate } },
      }
    },
  },

  endCustomerSessions: {
    async run({ db, now }, { id: name, sessionId }) {
      const { id: customerId } = await customerNamed(db, name)
      const which = { customerId, ...(sessionId === undefined ? {} : { sessionId }) }
      const ended = await revokeSessions(db, which, now)
      if (sessionId !== undefined && ended === 0) {
        const message = `SESSION: the customer has no session "${sessionId}" that could be ended`
        throw new ActionRefusal('CHANGED', 'SESSION_ENDED', message)
      }
      return { answer: { ended }, detail: { ...which, ended } }
    },
  },

  eraseCustomer: {
    async run({ db, now, random, by }, { customerId: name }) {
      const { id: customerId, status } = await customerNamed(db, name)
      // At the desk, a customer who has left since the request counts as erased.
      if (status === 'cancelled' && by === null) {
        const message = `${customerId}: the customer has already left and has no personal detail`
        throw new ActionRefusal('REFUSED', 'CUSTOMER_CANCELLED', message)
      }
      const photos = await countOf(db.selectFrom('image').where('customer_id', '=', customerId))
      await cancelCustomer(db, customerId, { reason: 'OTHER' }, { now, random, key: null })
      return { answer: null, detail: { customerId, photos } }
    },
  },
} satisfies Partial<ActionsByName>

function birthdayRefusal(why: 'left' | 'same' | 'tooYoung', id: string): ActionRefusal {
  switch (why) {
    case 'left':
      return new ActionRefusal('REFUSED', 'CUSTOMER_CANCELLED', `${id}: the customer has already left`)
    case 'same':
      return new ActionRefusal('REFUSED', 'SAME_BIRTHDAY', `${id}: the customer already has this birthday`)
    case 'tooYoung':
      return new ActionRefusal(
        'REFUSED',
        'TOO_YOUNG',
        `${id}: with this birthday, the customer is too young to take part`,
      )
    default:
      return assertNever(why)
  }
}
