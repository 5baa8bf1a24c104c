import { useSignals } from '@preact/signals-react/runtime'
import { createContext, useContext } from 'react'
import type { App } from '#src/state/types.ts'

export const AppContext = createContext<App | null>(null)

/** Subscribes the component to every signal that it reads. */
export function useApp(): App {
  useSignals()
  const app = useContext(AppContext)
  if (app === null) throw new Error('useApp outside of AppContext')
  return app
}
