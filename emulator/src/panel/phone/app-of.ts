import { allApps } from '../../scenario/internal-channels.ts'
import type { Scenario } from '../api/types.ts'

/** Returns the app with a LIFF id, which can be that of an internal channel of a MINI App; or else the first app. */
export function openApp(scenario: Scenario, liffId: string | undefined): Scenario['apps'][number] {
  const found = allApps(scenario).find(app => app.liffId === liffId) ?? scenario.apps[0]
  if (found === undefined) throw new Error('The scenario has no app')
  return found
}
