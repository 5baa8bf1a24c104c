import { useSignals } from '@preact/signals-react/runtime'
import { createContext, useContext } from 'react'
import type { App } from '#src/state/types.ts'

export const AppContext = createContext<App | null>(null)

/**
 * Returns the app's models and subscribes the component to every signal that it reads; without this, it does not
 * rerender when a signal's `.value` changes.
 */
export function useApp(): App {
  useSignals()
  const app = useContext(AppContext)
  if (app === null) throw new Error('useApp outside of AppContext')
  return app
}
