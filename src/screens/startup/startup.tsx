import type { Phase } from '#src/state/types.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { OfflineStart } from './offline-start.tsx'

/** What stands in the place of every screen while startup is not finished, or there is no network for it (S2, S4). */
export function StartupScreen({ phase }: { readonly phase: Phase }) {
  switch (phase.kind) {
    case 'leaving':
      return <LoadingScreen to={phase.to} />
    case 'offline':
      return <OfflineStart />
    default:
      // Where others have screens of their own: until these are there, nothing jumps.
      return <LoadingScreen />
  }
}
