import { allApps } from '../../scenario/internal-channels.ts'
import type { Scenario } from '../api/types.ts'

/** Finds an app by LIFF id, including MINI Apps' internal channels. Falls back to the first app. */
export function openApp(scenario: Scenario, liffId: string | undefined): Scenario['apps'][number] {
  const found = allApps(scenario).find(app => app.liffId === liffId) ?? scenario.apps[0]
  if (found === undefined) throw new Error('The scenario has no app')
  return found
}
