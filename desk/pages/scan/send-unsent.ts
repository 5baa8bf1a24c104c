import type { Conflict } from '#contract/desk/staff.ts'
import { CallError, call } from '../../api/call.ts'
import { withinTime } from '../../api/within-time.ts'
import { readOwn, readSettings, settle, type Unsent } from './night-store.ts'

/** The server takes this many hand-overs in one call. */
export const BATCH = 100
/** Long enough for a large event's batch on a slow network. */
export const LOAD_MS = 30_000

export const handOverOf = ({ personId: _, prefix: __, isAsked: ___, ...one }: Unsent) => one

type Left = { readonly unsent: number; readonly conflicts: readonly Conflict[] }

/** Sends a person's hand-overs. Returns the number that could not be sent, and the conflicts in the last batch. */
export async function sendUnsent(personId: string): Promise<Left> {
  const settings = await readSettings()
  let conflicts: readonly Conflict[] = []
  for (;;) {
    const own = (await readOwn()).unsent.filter(one => one.personId === personId)
    const batch = own.slice(0, BATCH)
    if (batch.length === 0 || !settings) return { unsent: own.length, conflicts }
    const body = { ...settings, known: 0, handOvers: batch.map(handOverOf) }
    const answer = await withinTime(call('syncHandOvers', { body }), LOAD_MS).catch(ignoreRefusal)
    if (!answer) return { unsent: own.length, conflicts }
    conflicts = answer.conflicts.filter(({ key }) => batch.some(one => one.key === key))
    for (const one of batch) await settle(one, 'taken')
  }
}

/** Reports the hand-overs of people whose access has ended. The phone keeps other people's until they sign in again. */
export async function reportUnsent(): Promise<void> {
  const { unsent } = await readOwn()
  const device = (await readSettings())?.device
  if (device === undefined) return
  for (const personId of new Set(unsent.map(one => one.personId))) {
    const all = unsent.filter(one => one.personId === personId)
    for (let from = 0; from < all.length; from += BATCH) {
      const batch = all.slice(from, from + BATCH)
      const body = { personId, device, handOvers: batch.map(handOverOf) }
      const answer = await call('reportHandOvers', { body }).catch(ignoreRefusal)
      if (!answer?.isKnown) break
      for (const one of batch) await settle(one, 'taken')
    }
  }
}

function ignoreRefusal(error: unknown): null {
  if (error instanceof CallError) return null
  throw error
}
