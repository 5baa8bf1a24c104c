import type { DeskAnswer } from '#contract/desk-calls.ts'
import { isoOf } from '#contract/time.ts'
import { appendAudit } from '#server/audit/log.ts'
import { isDeviceOf } from '../devices.ts'
import type { DeskHandlers, ReceivedDeskCall } from '../handler.ts'
import { actorOf, placeOf } from '../people.ts'
import { readCode } from '../staff/code.ts'
import { handOver, recordOffline, type Staff } from '../staff/hand-over.ts'
import { staffItems } from '../staff/items.ts'
import { nightListOf } from '../staff/night.ts'
import { requirePlace, storeAt } from '../staff/store.ts'
import { newsFor } from '../staff/sync.ts'
import { codeOfNumber } from '../staff/typed-number.ts'

type Working = Pick<ReceivedDeskCall<'handOver' | 'syncHandOvers'>, 'db' | 'deps' | 'now' | 'caller'> & {
  readonly body: { readonly device: string; readonly store: string | null }
}

function staffOf({ db, deps, now, caller, body: { device, store } }: Working): Staff {
  const place = requirePlace(caller.person)
  const { id: personId } = caller.person
  return { db, random: deps.random, now, personId, place, device, store: storeAt(place, store) }
}

export const staffHandlers = {
  checkCode: async ({ db, now, caller, body, audit }): Promise<DeskAnswer<'checkCode'>> => {
    const place = requirePlace(caller.person)
    const typed = await codeOfNumber(db, body.code, { personId: caller.person.id, place, now })
    if (typed !== null && 'reason' in typed) {
      await audit('desk staff check', typed)
      return { result: 'no', reason: typed.reason, madeAt: null }
    }
    const payload = typed?.code ?? body.code
    const code = await readCode(db, payload, now)
    const known = code.customerId === null ? {} : { customerId: code.customerId }
    const reason = 'reason' in code ? code.reason : code.otherTime
    const how = typed === null ? {} : { typed: true }
    await audit('desk staff check', { ...known, ...how, ...(reason === null ? {} : { reason }) })
    if ('reason' in code || reason !== null)
      return { result: 'no', reason: reason ?? 'old', madeAt: code.madeAt }
    const items = await staffItems(db, code.customerId, { place, now })
    return { result: 'person', code: payload, name: code.name, items }
  },

  handOver: async call => {
    const { body, audit } = call
    const staff = staffOf(call)
    const { answer, customerId, isNew } = await handOver(staff, body)
    const known = customerId === null ? {} : { customerId }
    const { rewardType } = body
    const { store } = staff
    const guardian = body.guardianSeen === true ? { guardianSeen: true } : {}
    const detail = { ...known, rewardType, store, ...guardian, result: answer.result }
    if (isNew) await audit('desk staff hand over', detail)
    return answer
  },

  nightList: async ({ db, now, caller }) => nightListOf(db, { place: requirePlace(caller.person), now }),

  syncHandOvers: async call => {
    const { body, audit, now } = call
    const staff = staffOf(call)
    const results: DeskAnswer<'syncHandOvers'>['results'] = []
    for (const one of body.handOvers) {
      const { answer, customerId, isNew } = await recordOffline(staff, one)
      const known = customerId === null ? {} : { customerId }
      const { rewardType } = one
      const { store } = staff
      const detail = { ...known, rewardType, store, at: isoOf(one.at), result: answer.result }
      if (isNew) await audit('desk staff hand over offline', detail)
      results.push({ key: one.key, answer })
    }
    return { now, results, ...(await newsFor(staff, body.known)) }
  },

  reportHandOvers: async ({ db, deps, now, body: { personId, device, handOvers }, device: token }) => {
    const person = await db
      .selectFrom('desk_person')
      .selectAll()
      .where('id', '=', personId)
      .executeTakeFirst()
    const maySend = person?.state !== 'ended' && person?.role === 'staff'
    if (!person || maySend || token === null || !(await isDeviceOf(db, personId, token)))
      return { isKnown: false }
    const place = placeOf(person) ?? 'event'
    const staff = { db, random: deps.random, now, personId, place, device, store: null }
    for (const one of handOvers) {
      const { answer, customerId, isNew } = await recordOffline(staff, one, 'access-ended')
      const known = customerId === null ? {} : { customerId }
      const detail = { ...known, rewardType: one.rewardType, at: isoOf(one.at), result: answer.result }
      const entry = { at: now, actor: actorOf(person), action: 'desk staff report after end', detail }
      if (isNew) await appendAudit(db, entry)
    }
    return { isKnown: true }
  },
} satisfies Partial<DeskHandlers>
