import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { Ports } from '#src/ports.ts'
import type { App } from '#src/state/types.ts'
import type { BuildSource } from './new-build.ts'

export type Updates = {
  /** True while the app asks the customer whether to switch to a newer build. */
  readonly available: ReadonlySignal<boolean>
  accept(): void
  later(): void
}

type Needs = {
  readonly ports: Pick<Ports, 'navigation' | 'connectivity'>
  readonly app: Pick<App, 'outbox' | 'session'>
  readonly source: BuildSource
  /** True if the customer has typed or chosen something since the last route change. */
  readonly typed: () => boolean
}

/**
 * Asks the customer to switch to a newer build. Without a reply, activates it during a route change, provided that
 * nothing is being typed or sent, no sign-in is running and the server is reachable. If another tab has activated it,
 * this page keeps its own scripts and reloads as soon as no data would be lost.
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

  /** Reloads the page to switch to the build that the service worker has cached. */
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
      // Chromium does not activate the newer worker while the current one has an open request. The reload then offers
      // the update again, so the button always has an effect.
      void ports.navigation.reloadNewest()
    },
    later() {
      available.value = false
    },
  }
}
