import { actionMenuKind } from '../../scenario/action-button.ts'
import type { Scenario } from '../api/types.ts'
import { phoneTime } from '../state/now.ts'
import { usesPhoneOrigins } from '../state/origins.ts'
import type { Emulator } from '../state/use-emulator.ts'
import { openApp } from './app-of.ts'

/** Decides which apps' pages LINE keeps after the user has left them. */
export type KeepRule = {
  readonly keeps: (appId: string) => boolean
  /** The phone's time, in ms since 1970. */
  readonly now: () => number
  /** Identifies the session, the environment and the run of LINE. A change discards all kept pages. */
  readonly launch: string
}

/** True if LINE lists the app among the recently used services. */
export const isListed = ({ miniApp, viewType }: Scenario['apps'][number]): boolean =>
  miniApp !== null || viewType === 'full'

/**
 * LINE 15.12.0 and newer keep the open pages of apps listed among the recently used services, unless there is only one
 * app: the user cannot switch to another and come back.
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
