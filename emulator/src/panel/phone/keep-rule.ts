import { actionMenuKind } from '../../scenario/action-button.ts'
import type { Scenario } from '../api/types.ts'
import { phoneTime } from '../state/now.ts'
import { usesPhoneOrigins } from '../state/origins.ts'
import type { Emulator } from '../state/use-emulator.ts'
import { openApp } from './app-of.ts'

/** Which apps LINE keeps after the user has left them. */
export type KeepRule = {
  readonly keeps: (appId: string) => boolean
  /** Returns the time of the phone's clock, in ms since 1970. */
  readonly now: () => number
  /** Identifies the session, the environment and the run of LINE. If it changes, LINE keeps none of the pages that were opened before. */
  readonly launch: string
}

/** True if LINE lists the app among the recently used services: an app in the size `full`. */
export const isListed = ({ miniApp, viewType }: Scenario['apps'][number]): boolean =>
  miniApp !== null || viewType === 'full'

/**
 * Returns the rule of LINE 15.12.0 and newer, which keeps the apps in its list of recently used services. A scenario with one
 * app has no other one from which the user could return to it.
 */
export function keepRuleOf(
  { scenario, session, killed }: Pick<Emulator, 'killed' | 'scenario' | 'session'>,
  userId: string | undefined,
): KeepRule {
  const environment = { ...scenario?.environment, webLogin: undefined }
  return {
    keeps: appId =>
      scenario !== undefined &&
      scenario.environment.kind === 'liff' &&
      usesPhoneOrigins() &&
      scenario.apps.length > 1 &&
      actionMenuKind(scenario.environment) !== 'options' &&
      isListed(openApp(scenario, appId)),
    now: () => (scenario === undefined ? Date.now() : phoneTime(scenario.clock)),
    launch: JSON.stringify([session, userId, killed?.[userId ?? ''], environment]),
  }
}
