import { assertNever } from '#contract/assert-never.ts'
import type { Phase } from '#src/state/types.ts'
import { AddFriend } from './add-friend.tsx'
import { ClockTrouble } from './clock-trouble.tsx'
import { FailedStart } from './failed-start.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { NotInLine } from './not-in-line.tsx'
import { OfflineStart } from './offline-start.tsx'
import { SignedOut } from './signed-out.tsx'

/** What stands in the place of every screen while startup is not finished, or could not finish (S2, S4). */
export function StartupScreen({ phase }: { readonly phase: Phase }) {
  switch (phase.kind) {
    case 'starting':
      return <LoadingScreen />
    case 'leaving':
      return <LoadingScreen to={phase.to} />
    case 'not-in-line':
      return <NotInLine url={phase.url} />
    case 'add-friend':
      return <AddFriend url={phase.url} />
    case 'offline':
      return <OfflineStart />
    case 'failed':
      return <FailedStart {...phase} />
    case 'clock':
      return <ClockTrouble phone={phase.phone} server={phase.server} />
    case 'signed-out':
      return <SignedOut cancelled={phase.cancelled} />
    case 'pending':
    case 'ended':
    case 'register':
    case 'ready':
      // These have screens of their own; until the route changes, nothing jumps.
      return <LoadingScreen />
    default:
      return assertNever(phase)
  }
}
