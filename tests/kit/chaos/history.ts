import { gatewayPages, type Fault as NetworkFault } from '#tests/kit/network.ts'

/** What happens to one request of a history. */
export type Fault =
  | NetworkFault
  /** The reply arrives after 7 seconds, later than a form waits. */
  | 'slow'
  /** A cache in between answers with our server's answer to another job. The request does not reach the server. */
  | 'stale'
  /** The server works on the request for longer than a claim lasts, and handles others between its statements. */
  | 'held'
  /** The same, and a proxy sends a copy of the request while the server works on it. */
  | 'sent-twice'

export const faultKinds = [
  'drop-request',
  'drop-reply',
  'hang',
  'hang-reply',
  'unavailable',
  'portal',
  'forbidden',
  'refused-by-gateway',
  'created',
  'keyless',
  'other-key',
  'other-refusal',
  'look-alike-401',
  'look-alike-422',
  'stale',
  'slow',
  'held',
  'sent-twice',
  'unauthorized',
  'too-many',
  ...gatewayPages,
] as const satisfies readonly Fault[]

export type Who = 'A' | 'B'

/** What became of a stored photo: it has no bytes, only its first ones, or another byte, or its record is missing. */
export const photoDamages = ['empty', 'short', 'changed', 'missing'] as const
export type PhotoDamage = (typeof photoDamages)[number]

/** What the customer, the browser or the phone does. `tab` counts the open tabs, `write` the customer's writes; both wrap around. */
export type Act =
  /** Opens a page: of the build before this one, if it says so, which writes records of the job format before this one. */
  | { readonly do: 'open'; readonly build?: 'previous' }
  | {
      readonly do: 'close' | 'hide' | 'show' | 'freeze' | 'thaw' | 'lose-store' | 'heal-store'
      readonly tab: number
    }
  /** The page ends at its `steps`-th access to the store or the network; 0: now. */
  | { readonly do: 'crash'; readonly tab: number; readonly steps: number }
  | { readonly do: 'receipt'; readonly tab: number; readonly bad?: boolean; readonly pieces?: 1 | 3 }
  | { readonly do: 'answer'; readonly tab: number; readonly bad?: boolean }
  | { readonly do: 'edit'; readonly tab: number; readonly write: number; readonly bad?: boolean }
  | { readonly do: 'withdraw' | 'retry' | 'discard'; readonly tab: number; readonly write: number }
  /** The customer leaves the form of their last write before it has told the result. */
  | { readonly do: 'leave-form' }
  | { readonly do: 'page-view'; readonly tab: number }
  | { readonly do: 'sign-in'; readonly who: Who }
  | { readonly do: 'sign-out'; readonly unsent: 'keep' | 'discard' }
  /** The session's token changes and no tab has noticed: it is the other customer's, or not valid any more. */
  | { readonly do: 'token'; readonly is: 'other' | 'expired' }
  /** Whether LINE gives a new session when a tab asks for one. */
  | { readonly do: 'line'; readonly works: boolean }
  | { readonly do: 'full'; readonly on: boolean }
  | { readonly do: 'set-clock'; readonly ms: number }
  /** The phone's copy of the photo of a receipt is not the photo any more. */
  | { readonly do: 'damage-photo'; readonly write: number; readonly photo: PhotoDamage }
  /** The browser deletes the phone's database under the open pages. */
  | { readonly do: 'delete-database' }
  /** Nothing, so that only time passes. The generator does not make this step. */
  | { readonly do: 'wait' }

/** One step, with the faults of the requests that begin during it, so that these stay together when steps are removed. */
export type Step = Act & {
  readonly faults?: readonly Fault[]
  /** Milliseconds that pass after the act. */
  readonly ms?: number
}

/** A history as data: it can be stored as JSON, replayed and made smaller. `seed` decides ids and jitter. */
export type History = { readonly seed: number; readonly steps: readonly Step[] }

export const describe = ({ seed, steps }: History): string =>
  [`seed ${seed}`, ...steps.map((step, i) => `${String(i + 1).padStart(3)}. ${describeStep(step)}`)].join(
    '\n',
  )

function describeStep({ faults = [], ms = 0, ...act }: Step): string {
  return [
    describeAct(act as Act),
    ...(faults.length > 0 ? [`requests: ${faults.join(', ')}`] : []),
    ...(ms > 0 ? [`${ms / 1000} s pass`] : []),
  ].join('; ')
}

function describeAct(act: Act): string {
  const { do: verb, ...more } = act
  const details = Object.entries(more).filter(([, value]) => value !== false)
  return [verb, ...details.map(([name, value]) => (value === true ? name : `${name} ${value}`))].join(' ')
}
