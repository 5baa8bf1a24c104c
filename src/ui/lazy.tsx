import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import { createListeners } from '#src/loading/listeners.ts'

/** A component whose script loads after the first paint. */
export type LazyComponent<Props = object> = {
  /** If loading fails, the next call retries. */
  load(): Promise<ComponentType<Props>>
  /** Returns null until the script has loaded. */
  loaded(): ComponentType<Props> | null
  /** Returns the unsubscribe function. */
  onLoad(run: () => void): () => void
}

export function createLazy<Props = object>(fetch: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let component: ComponentType<Props> | null = null
  const loads = createListeners()
  return {
    load: lazyOnce(async () => {
      component = await fetch()
      loads.tell()
      return component
    }),
    loaded: () => component,
    onLoad: loads.listen,
  }
}

export function Lazy<Props extends object = object>({
  of,
  fallback = null,
  ...props
}: { readonly of: LazyComponent<Props>; readonly fallback?: ReactNode } & Props) {
  // The server snapshot is null: hydration must match the home shell, which renders no lazy components.
  const Loaded = useSyncExternalStore(of.onLoad, of.loaded, () => null)
  return Loaded === null ? fallback : <Loaded {...(props as unknown as Props)} />
}
