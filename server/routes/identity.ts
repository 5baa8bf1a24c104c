import { isoOf } from '#contract/time.ts'
import { proveIdentity } from '#server/auth/line-identity.ts'
import { revokeSessions } from '#server/auth/sessions.ts'
import { ApiError } from '#server/errors.ts'
import type { Handlers } from '#server/handler.ts'
import { versionOf } from '#server/http/if-match.ts'
import { RATE } from '#server/http/rates.ts'
import { keyOf } from '#server/idempotency.ts'
import { cancelCustomer } from '#server/identity/cancel.ts'
import { setMarketing } from '#server/identity/consents.ts'
import { findCustomerByLineId } from '#server/identity/line-account.ts'
import { deletePicture, updateLineProfile } from '#server/identity/line-profile.ts'
import { registerCustomer } from '#server/identity/register.ts'
import { signIn } from '#server/identity/sign-in.ts'
import { updateCustomer } from '#server/identity/update.ts'
import { readCustomer, viewCustomer } from '#server/identity/view.ts'
import { inTransaction } from '#server/store/transaction.ts'

type Names =
  | 'login'
  | 'register'
  | 'cancel'
  | 'postCustomer'
  | 'getCustomer'
  | 'putCustomer'
  | 'deleteCustomer'
  | 'deleteSession'
  | 'deleteSessions'
  | 'deleteMarketingConsent'
  | 'giveMarketingConsent'
  | 'deletePhoto'

/** Signing in, registering, leaving, and the customer's own data. */
export const identityHandlers: Handlers<Names> = {
  async login({ db, deps, body, now, limit }) {
    const identity = await proveIdentity(deps, body)
    await limit(`login:${identity.lineUserId}`, RATE.login)
    return inTransaction(db, async trx => {
      const customerId = await findCustomerByLineId(trx, identity.lineUserId)
      const known = customerId === null ? null : await readCustomer(trx, customerId)
      // Until the profile and the consents are there, the customer is brought back to registering every time.
      if (known?.status !== 'registered') throw new ApiError('CUSTOMER_NOT_REGISTERED')
      const session = await signIn(trx, known.id, identity, { now, random: deps.random })
      return { customerId: known.id, ...session }
    })
  },

  async register({ db, deps, body, now, limit }) {
    const identity = await proveIdentity(deps, body)
    await limit(`login:${identity.lineUserId}`, RATE.login)
    return inTransaction(db, async trx => {
      const at = { now, random: deps.random }
      const { id, status } = await registerCustomer(trx, identity, body, at)
      return { customerId: id, ...(await signIn(trx, id, identity, at)), status }
    })
  },

  async cancel({ db, deps, caller, body, headers, now }) {
    const at = { now, random: deps.random, key: keyOf(headers) }
    await cancelCustomer(db, caller.customerId, body, at)
    return { cancelledAt: isoOf(now) }
  },

  async postCustomer({ db, caller, body, now }) {
    if (body.lineUserId !== caller.lineUserId) throw new ApiError('LINE_USER_MISMATCH')
    return inTransaction(db, async trx => {
      const updated = await updateLineProfile(trx, caller.customerId, body, now)
      return { id: caller.customerId, updated }
    })
  },

  async getCustomer({ db, caller }) {
    return viewCustomer(db, await readCustomer(db, caller.customerId))
  },

  async putCustomer({ db, caller, body, headers, now }) {
    return updateCustomer(db, caller.customerId, body, { ifVersion: versionOf(headers), now })
  },

  async deleteCustomer({ db, deps, caller, headers, now }) {
    const at = { now, random: deps.random, key: keyOf(headers) }
    await cancelCustomer(db, caller.customerId, {}, at)
    return { deleted: true }
  },

  async deleteSession({ db, caller, now }) {
    await revokeSessions(db, caller, now)
    return { deleted: true }
  },

  async deleteSessions({ db, caller, now }) {
    await revokeSessions(db, { customerId: caller.customerId }, now)
    return { deleted: true }
  },

  async deleteMarketingConsent({ db, deps, caller, now }) {
    await setMarketing(db, caller.customerId, false, { now, random: deps.random })
    return { deleted: true }
  },

  async giveMarketingConsent({ db, deps, caller, now }) {
    await setMarketing(db, caller.customerId, true, { now, random: deps.random })
    return { granted: true }
  },

  async deletePhoto({ db, caller, now }) {
    await deletePicture(db, caller.customerId, now)
    return { deleted: true }
  },
}
