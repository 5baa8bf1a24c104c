import { type Fault, faultKinds, type History } from './history.ts'
import { deleteDatabase } from './phone-acts.ts'
import { type Plant, play } from './play.ts'
import type { World } from './world.ts'

const OFFLINE: readonly Fault[] = ['drop-request', 'drop-request', 'drop-request']

/** Five short histories. Their only faults are those that make a job wait. */
export const canonical: Readonly<Record<string, History>> = {
  'a receipt with a photo in three pieces': {
    seed: 1,
    steps: [{ do: 'receipt', tab: 0, pieces: 3, ms: 5000 }],
  },
  'two answers to one question': {
    seed: 2,
    steps: [
      { do: 'answer', tab: 0, ms: 10 },
      { do: 'answer', tab: 0, ms: 5000 },
    ],
  },
  'an edit of a queued receipt': {
    seed: 3,
    steps: [
      { do: 'receipt', tab: 0, faults: OFFLINE, ms: 100 },
      { do: 'edit', tab: 0, write: 0, ms: 30_000 },
    ],
  },
  'two tabs': {
    seed: 4,
    steps: [
      { do: 'open', ms: 100 },
      { do: 'receipt', tab: 0 },
      { do: 'answer', tab: 1, ms: 30 },
      { do: 'receipt', tab: 1, ms: 5000 },
    ],
  },
  'a sign-out and another customer': {
    seed: 5,
    steps: [
      { do: 'receipt', tab: 0, faults: OFFLINE, ms: 100 },
      { do: 'sign-out', unsent: 'keep', ms: 100 },
      { do: 'sign-in', who: 'B', ms: 100 },
      { do: 'answer', tab: 0, ms: 5000 },
      { do: 'sign-in', who: 'A', ms: 5000 },
    ],
  },
}

type Handle = Parameters<World['phone']['onStep']>[0]

/** Events that can happen to a page or to the session at any access to the store or the network. */
const stepFaults: Readonly<Record<string, (world: World, page: Handle) => void>> = {
  'the page crashes': (_, page) => page.crash(),
  'the page loses its store': (_, page) => page.loseStorage(),
  'the phone is full': ({ phone }) => {
    phone.full = true
  },
  'the browser deletes the database': deleteDatabase,
  'the customer signs out': world => {
    world.who = null
    world.phone.signIn(null)
  },
  'another customer signs in': world => {
    world.who = 'B'
    world.phone.signIn(world.backend.b)
  },
  'the session becomes the other customer’s': ({ phone, backend }) =>
    phone.signIn({ customerId: backend.a.customerId, token: backend.b.token }),
}

export type SingleFault = { readonly name: string; readonly history: History; readonly plant: Plant }

const faultAt = (at: number, fault: Fault): Plant => ({ fault: n => (n === at ? fault : undefined) })

const eventAt = (at: number, run: (world: World, page: Handle) => void): Plant => ({
  prepare(world) {
    let steps = 0
    world.phone.onStep = page => {
      steps += 1
      if (steps === at && !world.recovering) run(world, page)
    }
  },
})

/**
 * Returns every canonical history with each fault at each request, and with each event before and after each access.
 */
export async function singleFaults(): Promise<SingleFault[]> {
  const all: SingleFault[] = []
  for (const [title, history] of Object.entries(canonical)) {
    let [requests, steps] = [0, 0]
    await play(history, {
      fault(n) {
        requests = n + 1
        return undefined
      },
      prepare(world) {
        world.phone.onStep = () => {
          if (!world.recovering) steps += 1
        }
      },
    })
    for (let at = 0; at < requests; at++)
      for (const fault of faultKinds)
        all.push({ name: `${title}: ${fault} at request ${at + 1}`, history, plant: faultAt(at, fault) })
    for (let at = 1; at <= steps; at++)
      for (const [event, run] of Object.entries(stepFaults))
        all.push({ name: `${title}: ${event} at step ${at}`, history, plant: eventAt(at, run) })
  }
  return all
}
