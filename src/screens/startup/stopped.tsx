import { assertNever } from '#contract/assert-never.ts'
import { useApp } from '#src/app-context.ts'
import { isStopped } from '#src/startup/phase.ts'
import { AddFriend } from './add-friend.tsx'
import { ClockTrouble } from './clock-trouble.tsx'
import { FailedStart } from './failed-start.tsx'
import { Left } from './left.tsx'
import { NotInLine } from './not-in-line.tsx'
import { SignedOut } from './signed-out.tsx'
import { StartupScreen } from './startup.tsx'

/** Shown when startup cannot continue until the customer acts (spec S4). */
export default function Stopped() {
  const phase = useApp().session.phase.value
  // The problem may have been resolved while this script was loading.
  if (!isStopped(phase)) return <StartupScreen phase={phase} />
  switch (phase.kind) {
    case 'not-in-line':
      return <NotInLine url={phase.url} />
    case 'add-friend':
      return <AddFriend {...phase} />
    case 'failed':
      return phase.code === 'CUSTOMER_CANCELLED' ? <Left again /> : <FailedStart {...phase} />
    case 'clock':
      return <ClockTrouble phone={phase.phone} server={phase.server} />
    case 'signed-out':
      return phase.why === 'cancelled' ? <Left /> : <SignedOut why={phase.why} />
    default:
      return assertNever(phase)
  }
}
