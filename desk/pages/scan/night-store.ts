import { createStore, del, get, set, type UseStore, update } from 'idb-keyval'
import type { NightList } from '#contract/desk/staff.ts'
import type { DeskAnswer, DeskBody } from '#contract/desk-calls.ts'
import { DAY_MS } from '#contract/time.ts'

type HandOver = DeskBody<'syncHandOvers'>['handOvers'][number]
type Used = NonNullable<DeskAnswer<'syncHandOvers'>['used']>[number]

/** A hand-over that the server has not confirmed. Only the person who made it may send it. */
export type Unsent = HandOver & {
  readonly personId: string
  readonly prefix: string
  /** True while the page waits for the server's answer. Meanwhile, for at most a minute, `useDoor` does not sync it. */
  readonly isAsked?: boolean
}

/** Hand-overs of this device, including one that is about to happen, without names. */
type Own = {
  readonly unsent: readonly Unsent[]
  /** Time of each hand-over by `ownKey`, in milliseconds since 1970. */
  readonly taken: Readonly<Record<string, number>>
  /**
   * Hand-overs whose answer was lost and whose goods stayed here, by `ownKey`. A repeat with the same key gets the same
   * answer. Missing if an earlier release wrote the record.
   */
  readonly unanswered?: Readonly<Record<string, Unanswered>>
}

type Unanswered = { readonly key: string; readonly personId: string; readonly at: number }

/** The list as the device stores it. */
export type StoredNight = {
  readonly list: NightList
  readonly used: readonly Used[]
  /** The server's time minus the device's, in milliseconds. */
  readonly clockOffset: number
}

export type DeviceSettings = { readonly device: string; readonly store: string | null }

const NIGHT = 'night'
const OWN = 'own'
const SETTINGS = 'settings'
/** Older entries are dropped: by then, the list shows the code as used or no longer contains it. */
const TAKEN_MS = 2 * DAY_MS
const nothing: Own = { unsent: [], taken: {} }

let opened: UseStore | undefined
const store = (): UseStore => {
  opened ??= createStore('staff', 'night')
  return opened
}

export const ownKey = (prefix: string, rewardType: string): string => `${prefix} ${rewardType}`

/** Returns the stored list, and deletes one that the device may no longer keep. `now` is the device's time. */
export async function readNight(now: number): Promise<StoredNight | null> {
  const night = await get<StoredNight>(NIGHT, store())
  if (!night) return null
  const { keepUntil } = night.list
  if (keepUntil !== null && now + night.clockOffset < keepUntil) return night
  await forgetNight()
  return null
}

export const writeNight = (night: StoredNight): Promise<void> => set(NIGHT, night, store())

/** Deletes the list. Hand-overs that the server does not have yet stay until they are sent. */
export const forgetNight = (): Promise<void> => del(NIGHT, store()).catch(() => undefined)

export const readOwn = async (): Promise<Own> => (await get<Own>(OWN, store())) ?? nothing

/** Stores a hand-over before it happens. Returns false if this device, possibly another tab, has already done it. */
export async function claim(handOver: Unsent): Promise<boolean> {
  let isFirst = false
  const key = ownKey(handOver.prefix, handOver.rewardType)
  await update<Own>(
    OWN,
    (own = nothing) => {
      isFirst = !(key in own.taken)
      if (!isFirst) return own
      const recent = Object.entries(own.taken).filter(([, at]) => at > handOver.at - TAKEN_MS)
      return {
        ...own,
        unsent: [...own.unsent, handOver],
        taken: { ...Object.fromEntries(recent), [key]: handOver.at },
      }
    },
    store(),
  )
  return isFirst
}

/**
 * Removes a hand-over from `unsent`. `taken`: the goods were handed over. `kept`: they stayed here. `unanswered`: they
 * stayed here because the answer was lost.
 */
export const settle = (handOver: Unsent, outcome: 'taken' | 'kept' | 'unanswered'): Promise<void> =>
  update<Own>(
    OWN,
    (own = nothing) => {
      const { key, personId, at, prefix, rewardType } = handOver
      const name = ownKey(prefix, rewardType)
      const { [name]: _, ...otherTaken } = own.taken
      const { [name]: __, ...others } = own.unanswered ?? {}
      const recent = Object.entries(others).filter(([, one]) => one.at > at - TAKEN_MS)
      return {
        unsent: own.unsent.filter(one => one.key !== key),
        taken: outcome === 'taken' ? own.taken : otherTaken,
        unanswered: {
          ...Object.fromEntries(recent),
          ...(outcome === 'unanswered' ? { [name]: { key, personId, at } } : {}),
        },
      }
    },
    store(),
  )

/** Returns the keys of a person's hand-overs without an answer, by `ownKey`. */
export async function unansweredOf(personId: string): Promise<ReadonlyMap<string, string>> {
  const own = Object.entries((await readOwn()).unanswered ?? {}).filter(
    ([, one]) => one.personId === personId,
  )
  return new Map(own.map(([name, { key }]) => [name, key]))
}

/** Marks a hand-over whose call had no answer as done without a network, so that it is sent later. */
export const keepUnsent = (key: string): Promise<void> =>
  update<Own>(
    OWN,
    (own = nothing) => ({
      ...own,
      unsent: own.unsent.map(one => (one.key === key ? { ...one, isAsked: false } : one)),
    }),
    store(),
  )

export const readSettings = (): Promise<DeviceSettings | undefined> => get(SETTINGS, store())
export const writeSettings = (settings: DeviceSettings): Promise<void> => set(SETTINGS, settings, store())
