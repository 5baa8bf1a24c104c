import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import { lazyOnce } from '#src/loading/lazy-once.ts'

/** A component whose script loads after the first paint. */
export type LazyComponent = {
  /** Loads the script once. If loading fails, the next call retries. */
  load(): Promise<ComponentType>
  /** Returns the component, or null until its script has loaded. */
  loaded(): ComponentType | null
  /** Subscribes to the moment when the component has loaded. Returns the unsubscribe function. */
  onLoad(run: () => void): () => void
}

/** Creates a lazy component from a dynamic import. */
export function createLazy(fetch: () => Promise<ComponentType>): LazyComponent {
  let component: ComponentType | null = null
  const subscribers = new Set<() => void>()
  return {
    load: lazyOnce(async () => {
      component = await fetch()
      for (const run of subscribers) run()
      return component
    }),
    loaded: () => component,
    onLoad(run) {
      subscribers.add(run)
      return () => subscribers.delete(run)
    },
  }
}

/** Renders the component once its script has loaded, and the fallback until then. */
export function Lazy({ of, fallback = null }: { readonly of: LazyComponent; readonly fallback?: ReactNode }) {
  // The server snapshot is null: hydration must match the home shell, which is rendered without lazy
  // components.
  const Loaded = useSyncExternalStore(of.onLoad, of.loaded, () => null)
  return Loaded === null ? fallback : <Loaded />
}
