import { effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { createOutbox, type Outbox, type OutboxPorts } from '#src/outbox/outbox.ts'
import type { Ports } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'

export type QueuePorts = OutboxPorts & Pick<Ports, 'local' | 'cookie'>

/** The outbox as the models see it. */
export type Queue = {
  readonly outbox: Outbox
  /** Goes up with every change: a computed that reads the outbox reads this first. */
  readonly version: ReadonlySignal<number>
}

const VISIT = 'visit'

/** Makes the one outbox of this app, which follows whoever is signed in. */
export function createQueue(ports: QueuePorts, identity: Identity): Queue {
  const visit = ports.local.tab.get(VISIT) ?? ports.ids.uuid()
  // Signing in leaves the page for LINE and comes back: still the same visit.
  ports.local.tab.set(VISIT, visit)
  const version = signal(0)
  const owner = () => identity.customerId.peek()
  const session = () => identity.sessions.peek()
  const outbox = createOutbox(ports, { owner, session, renew: identity.renew }, visit)
  outbox.onChange(() => {
    version.value = version.peek() + 1
  })
  effect(() => {
    identity.customerId.value
    outbox.ownerChanged()
  })
  ports.cookie.onChange(token => {
    if (token !== null) outbox.sessionRenewed()
  })
  return { outbox, version }
}
