import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { Ports } from '#src/ports.ts'
import type { App } from '#src/state/types.ts'

export type Updates = {
  /** True while a newer build waits for the customer's decision. */
  readonly available: ReadonlySignal<boolean>
  accept(): void
  later(): void
}

type Source = {
  onWaiting(run: () => void): void
  onTakenOver(run: () => void): void
  take(): void
  untried(): boolean
}

type Needs = {
  readonly ports: Pick<Ports, 'navigation' | 'connectivity'>
  readonly app: Pick<App, 'outbox' | 'session'>
  readonly source: Source
  /** True if the customer has typed or chosen something since the last change of route. */
  readonly typed: () => boolean
}

/**
 * Decides when a newer build replaces this one, and asks the customer. If the customer does not respond, the
 * newer build is activated during a route change, provided that nothing is being typed or sent, no sign-in is
 * running and the server is reachable. If another tab has activated the newer build, this page reloads as
 * soon as nothing would be lost, and keeps using its own scripts until then.
 */
export function createUpdates({ ports, app, source, typed }: Needs): Updates {
  const available = signal(false)
  let waiting = false
  let takenOver = false
  let leaving = false

  const sending = () => app.outbox.jobs.peek().some(job => job.state === 'sending')
  const signingIn = () => {
    const { kind } = app.session.phase.peek()
    const search = new URLSearchParams(ports.navigation.search())
    return kind === 'starting' || kind === 'leaving' || search.has('code')
  }
  const free = () => !typed() && !sending() && !signingIn()

  /** Reloads the page to switch to the build that the worker has already cached. */
  function follow() {
    if (!takenOver || leaving || !free()) return
    leaving = true
    ports.navigation.reload()
  }

  source.onWaiting(() => {
    waiting = true
    available.value = true
  })
  source.onTakenOver(() => {
    takenOver = true
    follow()
  })
  ports.navigation.onChange(() => {
    if (takenOver) follow()
    else if (
      waiting &&
      !leaving &&
      source.untried() &&
      free() &&
      ports.connectivity.state() !== 'unreachable'
    )
      source.take()
  })
  app.outbox.jobs.subscribe(follow)
  return {
    available,
    accept() {
      available.value = false
      leaving = true
      // Chromium does not activate the newer worker while the current one still has an open request. The page then reloads
      // with the old build and offers the update again; without the reload, the button would do nothing.
      void ports.navigation.reloadNewest()
    },
    later() {
      available.value = false
    },
  }
}
