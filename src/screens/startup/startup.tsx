import type { Phase } from '#src/state/types.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { OfflineStart } from './offline-start.tsx'

/** Shown instead of a screen until startup has finished, or if startup fails without a network (spec S2, S4). */
export function StartupScreen({ phase }: { readonly phase: Phase }) {
  switch (phase.kind) {
    case 'leaving':
      return <LoadingScreen to={phase.to} />
    case 'offline':
      return <OfflineStart {...phase} />
    default:
      // The loading screen stays visible until the script of the phase's own screen has loaded.
      return <LoadingScreen />
  }
}
