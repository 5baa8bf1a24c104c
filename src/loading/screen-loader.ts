import type { ComponentType } from 'react'
import { withRetries } from './retry.ts'
import type { Timer } from './timer.ts'

type Module = { readonly default: ComponentType }
type Load = () => Promise<Module>

export type ScreenLoader = {
  ready(name: string): ComponentType | null
  /** Rejects after three attempts; the next call tries again. */
  load(name: string, load: Load): Promise<ComponentType>
}

export function createScreenLoader(clock: Timer): ScreenLoader {
  const screens = new Map<string, ComponentType>()
  const running = new Map<string, Promise<ComponentType>>()

  async function fetchScreen(name: string, load: Load): Promise<ComponentType> {
    const module = await withRetries(load, clock)
    screens.set(name, module.default)
    return module.default
  }

  return {
    ready: name => screens.get(name) ?? null,
    load(name, load) {
      const loading = running.get(name) ?? fetchScreen(name, load)
      running.set(name, loading)
      loading.catch(() => running.delete(name))
      return loading
    },
  }
}
