import type { VirtualClock } from '#tests/kit/clock.ts'
import type { Page, Phone } from '#tests/kit/phone.ts'
import type { Backend, Customer } from './backend.ts'
import type { Who } from './history.ts'
import type { Wire } from './wire.ts'
import type { Write } from './writes.ts'

export type Problem = {
  /**
   * `lost`: an accepted write is neither on the server nor shown as refused. `doubled`: a write took effect twice, or
   * under a key that no write has. `owner`: a write took effect for the other customer. `hidden`: the server refused a
   * write, and the app does not show that. `refused`: the app shows a write as refused that the server would accept.
   * `untrue`: the app said something about a write that was not true at that moment. `returned`: the phone has stored
   * or sent a write again although it was deleted, or although it had expired and the customer has not sent it again.
   */
  readonly kind: 'lost' | 'doubled' | 'owner' | 'hidden' | 'refused' | 'untrue' | 'returned'
  readonly what: string
}

/** The phone, the server and everything that a history has changed so far. */
export type World = {
  readonly backend: Backend
  readonly phone: Phone
  readonly clock: VirtualClock
  readonly net: Wire
  readonly writes: Write[]
  /** The open pages. A page that has crashed stays in the list until the next step. */
  pages: Page[]
  who: Who | null
  lineWorks: boolean
  recovering: boolean
  pageViews: number
  readonly problems: Problem[]
  customer(who: Who): Customer
  uuid(): string
}

export const nameOf = ({ kind, owner }: Write, index: number) => `${kind} ${index} of ${owner}`

/** Adds a problem unless it is already in the list. */
export function note({ problems }: World, problem: Problem) {
  if (!problems.some(({ what }) => what === problem.what)) problems.push(problem)
}
