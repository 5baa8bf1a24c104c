import type { Answer } from '#contract/calls.ts'
import { statusOf } from '#contract/errors.ts'
import { RECEIPTS_FIRST_PAGE } from '#contract/limits.ts'
import { logBatchBody } from '#contract/schema/log.ts'
import type { Reward } from '#contract/schema/reward.ts'
import { isoOf } from '#contract/time.ts'
import { bearerTokenOf } from '#server/auth/sessions.ts'
import { campaignState, readCampaign } from '#server/campaign/clock.ts'
import { createReward } from '#server/campaign/create-reward.ts'
import { storeEvents } from '#server/campaign/log-events.ts'
import { receiptPage } from '#server/campaign/receipts/history.ts'
import { requireReward } from '#server/campaign/reward.ts'
import { ApiError } from '#server/errors.ts'
import type { Handler, ReceivedCall, WithHeaders } from '#server/handler.ts'
import { matchesEtag, withEtag } from '#server/http/etag.ts'
import { PER_MINUTE } from '#server/http/rates.ts'
import { errorBodyOf } from '#server/http/respond.ts'
import { validate } from '#server/http/validate.ts'
import { recordLanguage } from '#server/identity/language.ts'
import { updateLineProfile } from '#server/identity/line-profile.ts'
import { logIn } from '#server/identity/log-in.ts'
import { readCustomer, viewCustomer } from '#server/identity/view.ts'
import { lockParticipant } from '#server/store/lock.ts'
import { inTransaction } from '#server/store/transaction.ts'

type Visit = ReceivedCall<'visit'>
type Session = Pick<Answer<'visit'>, 'customerId' | 'accessToken' | 'expiresAt'>

/** Each part has its own rate limit, and can be rejected without affecting the others. */
export const handler: Handler<'visit'> = async received => {
  const { call, session } = await sessionOf(received)
  const { db, body, now, headers } = call
  const { customerId } = session
  const open = campaignState(await readCampaign(db), now) === 'open'
  // Spec S4 updates the customer and logs the state only while the campaign is open. The parts below must read the new
  // name. Winners get messages after the end, so the language is stored at any time.
  await inTransaction(db, async trx => {
    await call.requireSession(trx)
    await recordLanguage(trx, customerId, headers)
    if (open) await updateLineProfile(trx, customerId, body, now)
  })
  const [logs, reads] = await Promise.all([
    logsPart(call, customerId, open),
    readParts(call, customerId, open),
  ])
  return { ...session, open, logs, ...reads }
}

/**
 * Continues a live session of this LINE user, or signs in with LINE's token. The returned call checks that a continued
 * session has not been revoked.
 */
async function sessionOf(call: Visit): Promise<{ readonly call: Visit; readonly session: Session }> {
  const { caller, body, limit, headers } = call
  if (caller === null || caller.status !== 'registered' || caller.lineUserId !== body.lineUserId) {
    const { caller: found, accessToken, expiresAt } = await logIn(call)
    const requireSession = () => Promise.resolve()
    return {
      call: { ...call, requireSession },
      session: { customerId: found.customerId, accessToken, expiresAt },
    }
  }
  await limit(`login:${caller.lineUserId}`, PER_MINUTE.login)
  const session = {
    customerId: caller.customerId,
    accessToken: bearerTokenOf(headers.get('authorization')) ?? '',
    expiresAt: isoOf(caller.sessionExpiresAt),
  }
  return { call, session }
}

type Refused = Extract<Answer<'visit'>['logs'], { status: number }>

/** Returns the part, or the error response that a separate call for it would get. */
async function partOf<T>(
  { limit, requestId, report }: Visit,
  customerId: string,
  bucket: 'read' | 'log',
  run: () => Promise<T>,
): Promise<T | Refused> {
  try {
    await limit(`${bucket}:${customerId}`, PER_MINUTE[bucket])
    return await run()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    report(error, customerId)
    return { status: statusOf(error.code), error: errorBodyOf(error, { requestId }) }
  }
}

function logsPart(call: Visit, customerId: string, open: boolean): Promise<Answer<'visit'>['logs']> {
  const { db, body, now } = call
  return partOf(call, customerId, 'log', async () => {
    if (body.events.length === 0) return { accepted: 0, duplicates: 0 }
    const { events } = validate(logBatchBody, { events: body.events })
    return storeEvents(db, customerId, open ? events : events.filter(({ kind }) => kind === 'pageview'), now)
  })
}

async function readParts(
  call: Visit,
  customerId: string,
  open: boolean,
): Promise<Pick<Answer<'visit'>, 'customer' | 'reward' | 'receipts'>> {
  const { db } = call
  const { etags } = call.body
  const read = <T>(etag: string | undefined, answer: () => Promise<WithHeaders<T>>) =>
    partOf(call, customerId, 'read', async () => changed(await answer(), etag))
  return {
    customer: await read(etags.customer, async () =>
      withEtag(await viewCustomer(db, await readCustomer(db, customerId))),
    ),
    reward: await read(etags.reward, async () => withEtag(await rewardOf(call, customerId, open))),
    receipts: await read(etags.receipts, () => receiptPage(db, customerId, { limit: RECEIPTS_FIRST_PAGE })),
  }
}

/**
 * While the campaign is open, creates a missing reward. It is missing if the customer registered before the opening, or
 * registered on an older server and the separate call was lost.
 */
async function rewardOf(
  { db, deps, now, requireSession }: Visit,
  customerId: string,
  open: boolean,
): Promise<Reward> {
  try {
    return await requireReward(db, customerId, now)
  } catch (error) {
    if (!open || !(error instanceof ApiError && error.code === 'REWARD_NOT_CREATED')) throw error
  }
  return inTransaction(db, async trx => {
    await lockParticipant(trx, customerId)
    await requireSession(trx)
    await createReward(trx, customerId, now, deps.random)
    return requireReward(trx, customerId, now)
  })
}

function changed<T>({ answer, headers }: WithHeaders<T>, known: string | undefined) {
  const { ETag: etag = '', Link: link, 'Data-Epoch': epoch } = headers
  const part = { etag, ...(epoch === undefined ? {} : { epoch }) }
  if (matchesEtag(known ?? null, etag)) return part
  return { ...part, ...(link === undefined ? {} : { link }), value: answer }
}
