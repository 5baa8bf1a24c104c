import { effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { createOutbox, type Outbox } from '#src/outbox/outbox.ts'
import type { OutboxPorts } from '#src/outbox/runner-type.ts'
import type { Transition } from '#src/outbox/transition-log.ts'
import type { Ports } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import type { CampaignModel } from './types.ts'

export type QueuePorts = OutboxPorts & Pick<Ports, 'local' | 'cookie'>

export type Queue = {
  readonly outbox: Outbox
  /** A computed signal must read this before it reads the outbox. */
  readonly version: ReadonlySignal<number>
}

const VISIT = 'visit'
/** If this key is in local storage, transitions are written to the console. */
const DEBUG = 'debug:outbox'

export function createQueue(
  ports: QueuePorts,
  identity: Identity,
  { serverAhead }: Pick<CampaignModel, 'serverAhead'>,
): Queue {
  const visit = ports.local.tab.get(VISIT) ?? ports.ids.uuid()
  // Signing in navigates to LINE and back, but this is still the same visit.
  ports.local.tab.set(VISIT, visit)
  const version = signal(0)
  const owner = () => identity.customerId.peek()
  const session = () => identity.sessions.peek()
  const outbox = createOutbox(
    ports,
    { owner, session, renew: identity.renew, serverAhead: () => serverAhead.peek() },
    visit,
  )
  outbox.onChange(() => {
    version.value = version.peek() + 1
  })
  // biome-ignore lint/suspicious/noConsole: a developer enables it with a key in local storage.
  const report = (change: Transition) => console.debug('outbox', change)
  if (ports.local.phone.get(DEBUG) !== null) outbox.onTransition(report)
  effect(() => {
    identity.customerId.value
    outbox.ownerChanged()
  })
  effect(() => {
    // The ages of jobs are measured by the server's clock, which is known now.
    if (serverAhead.value !== null) outbox.sendNow()
  })
  ports.cookie.onChange(token => {
    if (token !== null) outbox.sessionRenewed()
  })
  return { outbox, version }
}
