/** The fields of a job that developer tools show. They must not contain anything that the customer wrote. */
type AnnouncedJob = {
  readonly id: string
  readonly route: string
  readonly state: string
  readonly waitsFor: string | null
  readonly nextTryAt: number | null
  readonly failure: { readonly kind: string; readonly code?: string } | null
}

/** Informs developer tools, such as the LIFF emulator's panel. */
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
