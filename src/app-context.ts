import { useSignals } from '@preact/signals-react/runtime'
import { createContext, useContext } from 'react'
import type { App } from '#src/state/types.ts'

export const AppContext = createContext<App | null>(null)

/**
 * Every model of the app, and the component's subscription to the signals that it reads: a component that reads
 * `.value` without this shows what was true when it was first drawn.
 */
export function useApp(): App {
  useSignals()
  const app = useContext(AppContext)
  if (app === null) throw new Error('useApp outside of AppContext')
  return app
}
