import type { LineProfile } from '#src/ports.ts'
import type { Command } from '#src/startup/types.ts'
import { welcomeCustomer } from '#src/startup/welcome.ts'
import type { SessionContext } from './session-context-type.ts'
import { stateOf } from './sign-in-by-visit.ts'

type Welcome = Extract<Command, { do: 'welcome' }>

/** Makes spec S4's calls after the sign-in, unless the visit call has already made them. */
export function welcome(session: SessionContext, command: Welcome): void {
  const { ports, identity, models, cache, firstLogs, visit } = session
  const { customerId, registered, profile, joined } = command
  identity.setCustomer(customerId)
  identity.sessionStarted()
  session.signInNeeded.value = false
  if (registered) cache.storeIdentity({ customerId, profile })
  const { posted } = firstLogs
  const isStateLogged = posted?.customerId === customerId
  if (!isStateLogged) models().outbox.log(stateOf(session))
  // The next sign-in on this page logs the state again.
  firstLogs.state = null
  const isPosted = isStateLogged && isSameProfile(posted.profile, profile)
  if (isPosted && !joined)
    ports.afterPaint(() => {
      if (visit.isUnused('customer')) void models().customer.load()
    })
  else makeCalls(session, command, isPosted)
}

const isSameProfile = (one: LineProfile, other: LineProfile): boolean =>
  one.displayName === other.displayName && one.pictureUrl === other.pictureUrl

function makeCalls(session: SessionContext, command: Welcome, isPosted: boolean): void {
  const { ports, identity, models } = session
  const mine = { joined: command.joined }
  const epoch = identity.epoch()
  session.welcoming = mine
  ports.afterPaint(() => {
    if (epoch !== identity.epoch()) return
    // A server without the visit call does not create the reward during sign-in.
    const createsReward = !session.firstLogs.missing || models().campaign.state.peek() !== 'open'
    const done = { isPosted, createsReward }
    void welcomeCustomer(command, ports, identity, models(), done).finally(() => {
      if (session.welcoming === mine) session.welcoming = null
    })
  })
}
