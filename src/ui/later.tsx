import { type ComponentType, useSyncExternalStore } from 'react'
import { late } from '#src/domain/late.ts'

/** A part of the screen that the first paint does without. */
export type Later<P extends object> = {
  /** Fetches its script, once; asked for again after a failure. */
  readonly load: () => Promise<unknown>
  /** Draws nothing until the script is there. */
  readonly Part: ComponentType<P>
}

/** A part whose script is fetched by its `load`, after the first paint, and which is drawn as soon as it is there. */
export function createLater<P extends object>(
  fetch: () => Promise<{ readonly default: ComponentType<P> }>,
): Later<P> {
  // Code that is fetched at most once, not state.
  let there: ComponentType<P> | null = null
  const waiting = new Set<() => void>()
  const listen = (run: () => void) => {
    waiting.add(run)
    return () => waiting.delete(run)
  }
  function Part(props: P) {
    const There = useSyncExternalStore(listen, () => there)
    return There === null ? null : <There {...props} />
  }
  const load = late(async () => {
    const module = await fetch()
    there = module.default
    for (const run of waiting) run()
    return module
  })
  return { load, Part }
}
