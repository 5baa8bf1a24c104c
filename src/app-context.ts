import { useSignals } from '@preact/signals-react/runtime'
import { createContext, useContext } from 'react'
import type { App } from '#src/state/types.ts'

export const AppContext = createContext<App | null>(null)

/**
 * Returns the app's models and subscribes the component to every signal that it reads. Otherwise, a component that
 * reads a signal's `.value` does not rerender when it changes.
 */
export function useApp(): App {
  useSignals()
  const app = useContext(AppContext)
  if (app === null) throw new Error('useApp outside of AppContext')
  return app
}
