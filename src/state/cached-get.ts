import type { Answer, AppCallName } from '#contract/calls.ts'
import { isRecent } from '#contract/recent.ts'
import type { CachedRead, CachedResponse, Ports, Reply } from '#src/ports.ts'
import { orMissing } from './missing.ts'

/** Milliseconds to wait for the phone's store, which may hang; longer if a fresh copy could save the request. */
const CACHE_WAIT_MS = { once: 150, fresh: 2000 }

type Get<N extends AppCallName> = {
  readonly freshFor?: number | undefined
  /** If the customer has changed, nothing is shown or stored. */
  readonly isCurrent: () => boolean
  readonly paint: (copy: CachedResponse<Answer<N>>) => void
}

export async function cachedGet<N extends AppCallName>(
  { api, reads, clock }: Pick<Ports, 'api' | 'reads' | 'clock'>,
  read: CachedRead<N>,
  { freshFor, isCurrent, paint }: Get<N>,
): Promise<Reply<Answer<N>>> {
  let answered = false
  const reading = reads.stored(read).then(found => {
    if (found && !answered && isCurrent()) paint(found)
    return found
  })
  const wait = CACHE_WAIT_MS[freshFor === undefined ? 'once' : 'fresh']
  const copy = await Promise.race([
    reading,
    new Promise<null>(resolve => clock.after(wait, () => resolve(null))),
  ])
  if (copy !== null && isRecent(copy.at, clock.now(), freshFor ?? 0))
    return { ok: true, value: copy.value, headers: new Headers() }
  const reply = await reads.fresh({ ...read, isCurrent }, copy)
  answered = true
  return orMissing({ api }, reply)
}
