import { Answers } from '#src/state/answers.ts'
import { Campaign } from '#src/state/campaign.ts'
import { Customer } from '#src/state/customer.ts'
import { createIdentity } from '#src/state/identity.ts'
import { Master } from '#src/state/master.ts'
import { Outbox } from '#src/state/outbox.ts'
import { createQueue } from '#src/state/queue.ts'
import { Receipts } from '#src/state/receipts.ts'
import { Rewards } from '#src/state/rewards.ts'
import { pageMemo } from './page-memo.ts'
import type { Phone } from './phone.ts'

export type Models = ReturnType<typeof openModels>

/** The models of what customers read and write, on a page of the phone. */
export function openModels(phone: Phone) {
  const page = phone.base()
  const ports = {
    ...page.ports,
    memo: pageMemo(),
    afterPaint: (run: () => void) => run(),
    cookie: { get: () => null, set: () => {}, remove: () => {}, onChange: () => () => {} },
  }
  const identity = createIdentity(page.ports.clock)
  identity.renewBy(page.identity.renew)
  identity.become(phone.customerId())
  page.onSignIn(customerId => identity.become(customerId))
  const queue = createQueue(ports, identity)
  const campaign = new Campaign(ports)
  const master = new Master(ports)
  return {
    page,
    campaign,
    master,
    customer: new Customer(ports, identity, queue),
    answers: new Answers(ports, identity, queue, campaign),
    rewards: new Rewards(ports, identity, queue),
    receipts: new Receipts(ports, identity, queue, { campaign, master }),
    outbox: new Outbox(ports, queue),
  }
}
