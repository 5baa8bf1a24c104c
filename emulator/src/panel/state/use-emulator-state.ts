import { useCallback, useMemo, useRef, useState } from 'react'
import { ControlError, control, type Health } from '../api/client.ts'
import type { Scenario } from '../api/types.ts'

/** Makes a control call. Resolves to false if the call fails. */
export type Attempt = (act: () => Promise<unknown>) => Promise<boolean>

/** `refused`: the emulator rejected the call, with a message in English. `silent`: there was no response. */
type Problem = { readonly kind: 'refused'; readonly message: string } | { readonly kind: 'silent' }

type Attempts = {
  /** For calls made by the user. */
  readonly attempt: Attempt
  /** For calls made by the panel itself. Their success does not clear a refusal of the user's last call. */
  readonly follow: Attempt
  readonly problem: Problem | undefined
}

export function useAttempt(): Attempts {
  const [problem, setProblem] = useState<Problem>()
  const [attempt, follow] = useMemo(() => {
    const running =
      (succeeded: (before: Problem | undefined) => Problem | undefined): Attempt =>
      async act => {
        try {
          await act()
          setProblem(succeeded)
          return true
        } catch (error) {
          setProblem(
            error instanceof ControlError ? { kind: 'refused', message: error.message } : { kind: 'silent' },
          )
          return false
        }
      }
    return [running(() => undefined), running(before => (before?.kind === 'silent' ? undefined : before))]
  }, [])
  return { attempt, follow, problem }
}

/** Returns the state as of the last call of `refresh`. */
export function useEmulatorState(follow: Attempt) {
  const [scenario, setScenario] = useState<Scenario>()
  const [health, setHealth] = useState<Health>()
  const pending = useRef<Promise<boolean> | undefined>(undefined)
  const refreshAgain = useRef(false)
  /** Loads the state. Calls made during a load cause only one further load. */
  const refresh = useCallback((): Promise<boolean> => {
    if (pending.current) {
      refreshAgain.current = true
      return pending.current
    }
    const load = async () => {
      do {
        refreshAgain.current = false
        const [state, healthNow] = await Promise.all([control.state(), control.health()])
        setScenario(state)
        setHealth(healthNow)
      } while (refreshAgain.current)
    }
    pending.current = follow(load).finally(() => {
      pending.current = undefined
    })
    return pending.current
  }, [follow])
  const { session, revision, killed } = health ?? {}
  return { scenario, session, revision, killed, refresh }
}
