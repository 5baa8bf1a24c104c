import { MAX_QUEUE_JOBS, MAX_QUEUE_TEXT } from '../limits.ts'
import { QUEUE_EVENT, type QueueJob } from '../queue.ts'
import { tellDeveloper } from './developer-console.ts'
import type { PageContext } from './page-context.ts'

const STATES: readonly unknown[] = ['queued', 'sending', 'received', 'refused', 'withdrawn', 'replaced']

/** Reports the app's queue to the panel when the app announces a change, and errors to the page's console. */
export function installQueue({ report }: Pick<PageContext, 'report'>): void {
  let last = ''
  window.addEventListener(QUEUE_EVENT, event => {
    const given = (event as CustomEvent<{ jobs?: unknown } | null>).detail?.jobs
    if (!Array.isArray(given)) return warn('detail.jobs must be an array')
    const valid = given.slice(0, MAX_QUEUE_JOBS).flatMap((job, index) => jobOf(job, index) ?? [])
    const jobs = [...new Map(valid.map(job => [job.key, job])).values()]
    const text = JSON.stringify([given.length, jobs])
    if (text === last) return
    last = text
    report({ type: 'queue', jobs, total: given.length })
  })
}

/** Copies only the known fields. Returns null if a required field is invalid. */
function jobOf(given: unknown, index: number): QueueJob | null {
  const { key, name, state, nextTry, attempts, note } = (given ?? {}) as Record<string, unknown>
  const wrong = typeof key !== 'string' ? 'key' : typeof name !== 'string' ? 'name' : null
  if (wrong !== null || !isState(state)) {
    warn(
      wrong === null
        ? `detail.jobs[${index}].state must be one of ${STATES.join(', ')}`
        : `detail.jobs[${index}].${wrong} must be a string`,
    )
    return null
  }
  return {
    key: short(key),
    name: short(name),
    state,
    nextTry: Number.isFinite(nextTry) ? Number(nextTry) : null,
    ...(Number.isFinite(attempts) ? { attempts: Number(attempts) } : {}),
    ...(typeof note === 'string' && note !== '' ? { note: short(note) } : {}),
  }
}

const isState = (state: unknown): state is QueueJob['state'] => STATES.includes(state)

const short = (text: unknown): string => String(text).slice(0, MAX_QUEUE_TEXT)

function warn(problem: string): void {
  tellDeveloper('warn', `${QUEUE_EVENT}: ${problem}`)
}
