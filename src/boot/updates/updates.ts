import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { Ports } from '#src/ports.ts'
import type { App } from '#src/state/types.ts'

export type Updates = {
  /** A newer build waits, and the customer may say when. */
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
  /** Whether something was typed or chosen since the last change of route. */
  readonly typed: () => boolean
}

/**
 * When a newer build replaces this one. It asks; unasked it comes only between two screens, when nothing is being
 * typed, sent or signed in, and the server is there. Where another tab has let it in, this page follows as soon as
 * nothing would be lost, and works on with its own build's scripts until then.
 */
export function createUpdates({ ports, app, source, typed }: Needs): Updates {
  const available = signal(false)
  let waits = false
  let takenOver = false
  let leaving = false
  let accepted = false

  const sending = () => app.outbox.jobs.peek().some(job => job.state === 'sending')
  const signingIn = () => {
    const { kind } = app.session.phase.peek()
    const search = new URLSearchParams(ports.navigation.search())
    return kind === 'starting' || kind === 'leaving' || search.has('code')
  }
  const free = () => !typed() && !sending() && !signingIn()

  /** The worker that took over has the whole build: this needs no network. What was typed here is kept as a draft. */
  function follow() {
    if (!takenOver || leaving || !(accepted || free())) return
    leaving = true
    ports.navigation.reload()
  }

  source.onWaiting(() => {
    waits = true
    available.value = true
  })
  source.onTakenOver(() => {
    takenOver = true
    follow()
  })
  ports.navigation.onChange(() => {
    if (takenOver) follow()
    else if (waits && source.untried() && free() && ports.connectivity.state() !== 'unreachable')
      source.take()
  })
  app.outbox.jobs.subscribe(follow)
  return {
    available,
    accept() {
      available.value = false
      accepted = true
      source.take()
    },
    later() {
      available.value = false
    },
  }
}
