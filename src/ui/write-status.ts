import type { CommonKey } from '#src/i18n/keys.ts'
import { isRefused } from '#src/ports.ts'
import type { JobView } from '#src/state/types.ts'
import type { ChipTone } from './chip.tsx'
import type { IconName } from './icon.tsx'

/**
 * A write's job or outcome, or the reason why there is none. `not-loaded`: the jobs have not been read from the phone.
 * `unknown`: no job or outcome found. `in-history`: the server's history lists the receipt that the write created.
 */
export type Known = JobView | 'not-loaded' | 'unknown' | 'in-history'

/**
 * What a sentence claims about a write. `received`: the server has the write. `saved`: the write survives closing the
 * app. `page-only`: the write is only in this page's memory. `stopped`: the write was refused or is too old, so the
 * customer has to act. `deleted`: this phone no longer sends the write. `nothing`: no claim.
 */
export type Claim = 'received' | 'saved' | 'page-only' | 'stopped' | 'deleted' | 'nothing'

type WriteState =
  | 'checking'
  | 'unknown'
  | 'sending'
  | 'due'
  | NonNullable<JobView['waitsFor']>
  | 'refused'
  | 'exists'
  | 'lost'
  | 'expired'
  | 'received'
  | 'withdrawn'
  | 'replaced'

export type WriteStatus = {
  readonly state: WriteState
  readonly claim: Claim
  readonly tone: ChipTone
  readonly icon: IconName
  readonly label: CommonKey
  readonly title: `write.${WriteState | 'pageOnly'}.title`
  readonly text: `write.${WriteState | 'pageOnly'}.text`
}

type Look = Pick<WriteStatus, 'claim' | 'tone' | 'icon' | 'label'>
const waiting: Look = { claim: 'saved', tone: 'here', icon: 'clock', label: 'status.queued' }
const stopped: Look = { claim: 'stopped', tone: 'bad', icon: 'warning', label: 'status.needsYou' }

const looks: Readonly<Record<WriteState, Look>> = {
  checking: { claim: 'nothing', tone: 'none', icon: 'clock', label: 'state.loading' },
  unknown: { claim: 'nothing', tone: 'none', icon: 'info', label: 'status.unknown' },
  sending: { ...waiting, icon: 'send', label: 'status.sending' },
  due: waiting,
  turn: waiting,
  network: { ...waiting, icon: 'offline' },
  gateway: { ...waiting, icon: 'offline' },
  blocked: { ...waiting, tone: 'bad', icon: 'warning' },
  server: waiting,
  'sign-in': { ...waiting, icon: 'user', label: 'status.signIn' },
  storage: waiting,
  refused: stopped,
  exists: stopped,
  lost: { ...stopped, label: 'status.lost' },
  expired: { ...stopped, label: 'status.expired' },
  received: { claim: 'received', tone: 'good', icon: 'check', label: 'status.received' },
  withdrawn: { claim: 'deleted', tone: 'none', icon: 'trash', label: 'status.deleted' },
  replaced: { claim: 'deleted', tone: 'none', icon: 'edit', label: 'status.replaced' },
}

export function writeStatus(known: Known): WriteStatus {
  const state = stateOf(known)
  const look = looks[state]
  const status = { ...look, state, title: `write.${state}.title`, text: `write.${state}.text` } as const
  if (typeof known === 'string') return status
  const label = changeLabel(known) ?? look.label
  if (look.claim !== 'saved' || known.kept) return { ...status, label }
  const pageOnly = { ...status, label, claim: 'page-only', text: 'write.pageOnly.text' } as const
  if (state === 'sending') return pageOnly
  return {
    ...pageOnly,
    tone: 'bad',
    icon: 'warning',
    label: 'status.pageOnly',
    title: 'write.pageOnly.title',
  }
}

function stateOf(known: Known): WriteState {
  if (known === 'not-loaded') return 'checking'
  if (known === 'unknown') return 'unknown'
  if (known === 'in-history') return 'received'
  if (known.state === 'queued') return known.waitsFor ?? 'due'
  if (known.state !== 'refused') return known.state
  if (known.expired) return 'expired'
  if (known.lost) return 'lost'
  return isRefused(known.failure, 'RECEIPT_EXISTS') ? 'exists' : 'refused'
}

/** Labels a withdrawal or correction. The label must not suggest that the receipt has not been sent. */
function changeLabel({ route, state }: JobView): CommonKey | null {
  if (route === 'deleteReceipt' && state === 'refused') return 'status.withdrawFailed'
  if (route === 'deleteReceipt' && (state === 'queued' || state === 'sending')) return 'status.withdrawing'
  return route === 'updateReceipt' && state === 'queued' ? 'status.correcting' : null
}
