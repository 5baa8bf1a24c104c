import { gatewayPages, type Fault as NetworkFault } from '#tests/kit/network.ts'

/** The fault of one request in a history. */
export type Fault =
  | NetworkFault
  /** The reply arrives after 7 seconds, which is longer than a form waits. */
  | 'slow'
  /**
   * A cache between the phone and the server returns our server's answer to another job. The request does not reach the
   * server.
   */
  | 'stale'
  /**
   * The server processes the request for longer than a claim lasts, and handles other requests between its statements.
   */
  | 'held'
  /** Like `held`, and a proxy sends a copy of the request while the server processes it. */
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

/** Damage to a stored photo: it has no bytes, only its first bytes, or one changed byte, or its record is missing. */
export const photoDamages = ['empty', 'short', 'changed', 'missing'] as const
export type PhotoDamage = (typeof photoDamages)[number]

/**
 * An action of the customer, the browser or the phone. `tab` is an index into the open tabs, and `write` is an index
 * into the customer's writes. Both wrap around.
 */
export type Act =
  /** Opens a page. A page of the previous build writes its records in the previous job format. */
  | { readonly do: 'open'; readonly build?: 'previous' }
  | {
      readonly do: 'close' | 'hide' | 'show' | 'freeze' | 'thaw' | 'lose-store' | 'heal-store'
      readonly tab: number
    }
  /**
   * The page crashes at its `steps`-th step, or at once if that is 0. Each access to the store or the network has two
   * steps, one before it and one after it.
   */
  | { readonly do: 'crash'; readonly tab: number; readonly steps: number }
  | { readonly do: 'receipt'; readonly tab: number; readonly bad?: boolean; readonly pieces?: 1 | 3 }
  | { readonly do: 'answer'; readonly tab: number; readonly bad?: boolean }
  | { readonly do: 'edit'; readonly tab: number; readonly write: number; readonly bad?: boolean }
  | { readonly do: 'withdraw' | 'retry' | 'discard'; readonly tab: number; readonly write: number }
  /** The customer leaves the form of their last write before the form has shown the result. */
  | { readonly do: 'leave-form' }
  | { readonly do: 'page-view'; readonly tab: number }
  | { readonly do: 'sign-in'; readonly who: Who }
  | { readonly do: 'sign-out'; readonly unsent: 'keep' | 'discard' }
  /** The session's token changes without any tab noticing: it is now the other customer's, or no longer valid. */
  | { readonly do: 'token'; readonly is: 'other' | 'expired' }
  /** Sets whether LINE grants a new session when a tab asks for one. */
  | { readonly do: 'line'; readonly works: boolean }
  | { readonly do: 'full'; readonly on: boolean }
  | { readonly do: 'set-clock'; readonly ms: number }
  /** The phone's copy of a receipt's photo is damaged. */
  | { readonly do: 'damage-photo'; readonly write: number; readonly photo: PhotoDamage }
  /** The browser deletes the phone's database while pages are open. */
  | { readonly do: 'delete-database' }
  /** Nothing happens except that time passes. The generator does not create this step. */
  | { readonly do: 'wait' }

/**
 * One step, with the faults of the requests that begin during it. They are stored with the step so that they stay
 * together when other steps are removed.
 */
export type Step = Act & {
  readonly faults?: readonly Fault[]
  /** Milliseconds that pass after the act. */
  readonly ms?: number
}

/** A history as data, which can be stored as JSON, replayed and shrunk. `seed` determines ids and jitter. */
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
