import { useSignals } from '@preact/signals-react/runtime'
import { createContext, useContext } from 'react'
import type { App } from '#src/state/types.ts'

export const AppContext = createContext<App | null>(null)

/**
 * Returns the app's models and subscribes the component to every signal that it reads. A component that reads
 * a signal's `.value` without calling this hook does not rerender when the signal changes.
 */
export function useApp(): App {
  useSignals()
  const app = useContext(AppContext)
  if (app === null) throw new Error('useApp outside of AppContext')
  return app
}
