import type { PhoneOrigin } from '../phones.ts'
import type { Environment, Scenario } from '../scenario/schema.ts'
import type { Line } from './line.ts'
import { userOf } from './selectors.ts'
import type { World } from './state.ts'

/** If `environment` is of another part of the phone, returns it with this part's kind and service worker support. */
function environmentOn({ part }: PhoneOrigin, environment: Environment): Environment {
  const inLine = environment.kind !== 'external'
  if (part === 'line' && !inLine) return { ...environment, kind: 'liff', serviceWorker: false }
  if (part !== 'line' && inLine) return { ...environment, kind: 'external', serviceWorker: true }
  return environment
}

function scenarioOn(phone: PhoneOrigin, scenario: Scenario): Scenario {
  const user = userOf(scenario, phone.userId) === undefined ? scenario.user : phone.userId
  return { ...scenario, user, environment: environmentOn(phone, scenario.environment) }
}

/** Returns `line` as the phone sees it, with its user and browser. Changes still apply to all phones. */
export function phoneView(line: Line, phone: PhoneOrigin): Line {
  let seen: World | null = null
  let view: World | null = null
  return {
    ...line,
    world() {
      const world = line.world()
      if (view === null || seen !== world) {
        seen = world
        view = { ...world, scenario: scenarioOn(phone, world.scenario) }
      }
      return view
    },
  }
}
