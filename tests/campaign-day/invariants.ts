import type { Facts, Invariant, MessageInvariant } from './facts.ts'
import * as desk from './invariants/desk.ts'
import * as draw from './invariants/draw.ts'
import * as entries from './invariants/entries.ts'
import * as exports from './invariants/exports.ts'
import * as liveness from './invariants/liveness.ts'
import * as messages from './invariants/messages.ts'
import * as privacy from './invariants/privacy.ts'
import * as rewards from './invariants/rewards.ts'
import * as screens from './invariants/screens.ts'
import type { ChatMessage } from './line.ts'

/** A broken promise: the name of its function, and what is wrong. */
export type Problem = { readonly promise: string; readonly what: string }

const { theResultReachesEverybody, eachDecisionIsTold, ...ofEachMessage } = messages

/** Promises that must hold after each step. */
const always: readonly Invariant[] = [
  ...Object.values(entries),
  ...Object.values(rewards),
  ...Object.values(privacy),
  ...Object.values(draw),
  ...Object.values(desk),
  ...Object.values(exports),
  theResultReachesEverybody,
  eachDecisionIsTold,
]
const atTheEnd: readonly Invariant[] = Object.values(liveness)

/** Returns the broken promises. `isEnd` adds the promises that must hold once everything works again. */
export const findProblems = (facts: Facts, isEnd = false): readonly Problem[] =>
  [...always, ...(isEnd ? atTheEnd : [])].flatMap(invariant =>
    invariant(facts).map(what => ({ promise: invariant.name, what })),
  )

/** Returns the promises that are broken by the screens that the step's customer has just looked at. */
export const findScreenProblems = (facts: Facts): readonly Problem[] =>
  Object.values(screens).flatMap(invariant =>
    invariant(facts).map(what => ({ promise: invariant.name, what })),
  )

/** Returns the promises that a message breaks when LINE puts it into the chat. */
export function findMessageProblems(facts: Facts, message: ChatMessage): readonly Problem[] {
  const customer = facts.customers.find(({ userId }) => userId === message.userId)
  if (!customer) return []
  return (Object.values(ofEachMessage) as readonly MessageInvariant[]).flatMap(invariant =>
    invariant(facts, customer, message).map(what => ({ promise: invariant.name, what })),
  )
}
