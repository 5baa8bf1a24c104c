/** The part of a job that developer tools need. It contains nothing of what the customer wrote. */
type AnnouncedJob = {
  readonly id: string
  readonly route: string
  readonly state: string
  readonly waitsFor: string | null
  readonly nextTryAt: number | null
  readonly failure: { readonly kind: string; readonly code?: string } | null
}

/**
 * Announces the queue to developer tools with an `offline-queue` event on `window`: all jobs and their outcomes. The
 * panel of the LIFF emulator shows them. Without such a tool the event has no listener.
 */
export function announceQueue(jobs: readonly AnnouncedJob[]): void {
  const shown = jobs.map(({ id, route, state, waitsFor, nextTryAt, failure }) => ({
    key: id,
    name: route,
    state,
    nextTry: nextTryAt,
    note: failure ? (failure.code ?? failure.kind) : (waitsFor ?? ''),
  }))
  dispatchEvent(new CustomEvent('offline-queue', { detail: { jobs: shown } }))
}
