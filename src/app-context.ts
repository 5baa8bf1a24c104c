import { useSignals } from '@preact/signals-react/runtime'
import { createContext, useContext } from 'react'
import type { Ports } from '#src/ports.ts'
import { Answers } from '#src/state/answers.ts'
import { Campaign } from '#src/state/campaign.ts'
import { Customer } from '#src/state/customer.ts'
import { Drafts } from '#src/state/drafts.ts'
import { Draws } from '#src/state/draws.ts'
import { createIdentity } from '#src/state/identity.ts'
import { Master } from '#src/state/master.ts'
import { Outbox } from '#src/state/outbox.ts'
import { createQueue } from '#src/state/queue.ts'
import { Receipts } from '#src/state/receipts.ts'
import { Rewards } from '#src/state/rewards.ts'
import { Session } from '#src/state/session.ts'
import { Settings, type SystemTheme } from '#src/state/settings.ts'
import { Toasts } from '#src/state/toasts.ts'
import type { App } from '#src/state/types.ts'

/** One app on its ports: nothing is shared between two of them, so a test can have as many as it likes. */
export function createApp(ports: Ports, system: SystemTheme): App {
  const identity = createIdentity(ports.clock)
  const queue = createQueue(ports, identity)
  const campaign = new Campaign(ports)
  const master = new Master(ports)
  const app: App = {
    session: new Session(ports, identity, () => app),
    campaign,
    master,
    customer: new Customer(ports, identity, queue),
    receipts: new Receipts(ports, identity, queue, { campaign, master }),
    answers: new Answers(ports, identity, queue, campaign),
    rewards: new Rewards(ports, identity, queue),
    draws: new Draws(ports),
    outbox: new Outbox(ports, queue),
    toasts: new Toasts(ports),
    settings: new Settings(ports, system),
    drafts: new Drafts(ports),
    photos: ports.photos,
    config: ports.config,
    line: ports.line,
  }
  return app
}

export const AppContext = createContext<App | null>(null)

/**
 * Every model of the app, and the component's subscription to the signals that it reads: a component that reads
 * `.value` without this shows what was true when it was first drawn.
 */
export function useApp(): App {
  useSignals()
  const app = useContext(AppContext)
  if (app === null) throw new Error('useApp outside of AppContext')
  return app
}
