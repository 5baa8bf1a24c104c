import type { Scenario } from '../api/types.ts'
import { usesPhoneOrigins } from '../state/origins.ts'
import { useStored } from '../state/use-stored.ts'

export function useSecondUser(scenario: Scenario | undefined) {
  const [wanted, setWanted] = useStored('two', false)
  const [userId, selectUser] = useStored('second-user', '')
  const others = scenario?.users.filter(user => user.userId !== scenario.user) ?? []
  const user = others.find(other => other.userId === userId) ?? others[0]
  const available = usesPhoneOrigins() && user !== undefined
  return {
    available,
    shown: available && wanted ? user : undefined,
    selectUser,
    toggle: () => {
      if (available) setWanted(!wanted)
    },
  }
}

export type SecondUser = ReturnType<typeof useSecondUser>
