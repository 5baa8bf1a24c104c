import type { LocalStorage } from '#src/ports.ts'
import { isOfJob, isOn, type Pause, type PauseKey, type Pauses, pauseFor } from './pauses.ts'
import type { Change } from './state.ts'

const PAUSES = 'outbox-pauses'

type Stored = readonly [key: PauseKey, pause: Pick<Pause, 'from' | 'until'>]

/**
 * Stores pauses that the server requested for the queue or a lane, so that they survive a reload. A job's own pause is
 * stored with the job.
 */
export function createAskedPauses({ phone }: Pick<LocalStorage, 'phone'>) {
  let stored = phone.get(PAUSES)
  let known: Pauses | null = null
  return {
    read: (now: number): Pauses =>
      new Map(
        parse(stored).flatMap(([key, { from, until }]) =>
          isOn({ from, until }, now)
            ? [[key, { ...pauseFor(from, until - from, 'server', { fixed: true }) }] as const]
            : [],
        ),
      ),
    kept(change: Change): Change {
      const { pauses } = change.state
      if (pauses === known) return change
      known = pauses
      const asked = [...pauses].flatMap(([key, { fixed, from, until, why }]): Stored[] =>
        fixed && why !== 'sign-in' && !isOfJob(key) ? [[key, { from, until }]] : [],
      )
      const text = asked.length === 0 ? null : JSON.stringify(asked)
      if (text !== stored) phone.set(PAUSES, text)
      stored = text
      return change
    },
  }
}

function parse(text: string | null): readonly Stored[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter(isStored) : []
  } catch {
    return []
  }
}

function isStored(entry: unknown): entry is Stored {
  const [key, pause] = Array.isArray(entry) ? entry : []
  const { from, until } = (pause ?? {}) as Partial<Pause>
  const isKey = typeof key === 'string' && (key === 'all' || key.startsWith('lane:'))
  return isKey && typeof from === 'number' && typeof until === 'number'
}
