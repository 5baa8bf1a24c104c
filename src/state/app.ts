import type { Ports } from '#src/ports.ts'
import { createIdentity } from '#src/startup/identity.ts'
import { Answers } from './answers.ts'
import { Campaign } from './campaign.ts'
import { Customer } from './customer.ts'
import { Drafts } from './drafts.ts'
import { Draws } from './draws.ts'
import { Home } from './home.ts'
import { keepRecords } from './keep-records.ts'
import { Master } from './master.ts'
import { Outbox } from './outbox.ts'
import { createQueue } from './queue.ts'
import { Receipts } from './receipts.ts'
import { Rewards } from './rewards.ts'
import { Session } from './session.ts'
import { Settings, type SystemTheme } from './settings.ts'
import { Toasts } from './toasts.ts'
import type { App } from './types.ts'
import { createVisit } from './visit.ts'

/** Apps do not share state, so a test can create several. */
export function createApp(given: Ports, system: SystemTheme): App {
  const visit = createVisit(given)
  const ports = { ...given, reads: visit.reads }
  const identity = createIdentity(ports.clock)
  keepRecords(ports, identity)
  const campaign = new Campaign(ports)
  const queue = createQueue(ports, identity, campaign)
  const master = new Master(ports, identity)
  const customer = new Customer(ports, identity, queue)
  const receipts = new Receipts(ports, identity, queue, { campaign, master })
  const rewards = new Rewards(ports, identity, queue)
  const app: App = {
    session: new Session(ports, identity, () => app, visit),
    campaign,
    master,
    customer,
    receipts,
    answers: new Answers(ports, identity, queue, campaign),
    rewards,
    home: new Home(ports, { customer, rewards, receipts }, () => app.session.welcoming()),
    draws: new Draws(ports, identity),
    outbox: new Outbox(ports, queue),
    toasts: new Toasts(ports),
    settings: new Settings(ports, system),
    drafts: new Drafts(ports, identity),
    photos: ports.photos,
    sha256: ports.ids.sha256,
    copyText: ports.copyText,
    config: ports.config,
    reloadNewest: ports.navigation.reloadNewest,
    line: ports.line,
  }
  return app
}
