import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import { lazyOnce } from '#src/loading/lazy-once.ts'

/** A component whose script loads after the first paint. */
export type LazyComponent<Props = object> = {
  /** Loads the script once. If loading fails, the next call retries. */
  load(): Promise<ComponentType<Props>>
  /** Returns the component, or null until its script has loaded. */
  loaded(): ComponentType<Props> | null
  /** Subscribes to the moment when the component has loaded. Returns the unsubscribe function. */
  onLoad(run: () => void): () => void
}

/** Creates a lazy component from a dynamic import. */
export function createLazy<Props = object>(fetch: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let component: ComponentType<Props> | null = null
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

/** Renders the component with its props once its script has loaded, and the fallback until then. */
export function Lazy<Props extends object = object>({
  of,
  fallback = null,
  ...props
}: { readonly of: LazyComponent<Props>; readonly fallback?: ReactNode } & Props) {
  // The server snapshot is null: hydration must match the home shell, which is rendered without lazy
  // components.
  const Loaded = useSyncExternalStore(of.onLoad, of.loaded, () => null)
  return Loaded === null ? fallback : <Loaded {...(props as unknown as Props)} />
}
