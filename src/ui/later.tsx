import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import { lazyOnce } from '#src/loading/lazy-once.ts'

/** A part of the screen that the first paint does without. */
export type Later = {
  /** Fetches its script, once; asked for again after a failure. */
  load(): Promise<ComponentType>
  /** Null until the script is there. */
  ready(): ComponentType | null
  /** Calls when it is there. */
  onReady(run: () => void): () => void
}

export function createLater(fetch: () => Promise<ComponentType>): Later {
  // Code that is fetched at most once, not state.
  let there: ComponentType | null = null
  const waiting = new Set<() => void>()
  return {
    load: lazyOnce(async () => {
      there = await fetch()
      for (const run of waiting) run()
      return there
    }),
    ready: () => there,
    onReady(run) {
      waiting.add(run)
      return () => waiting.delete(run)
    },
  }
}

/** Draws the part as soon as it is there; until then what stands in its place, if anything. */
export function LaterPart({ of, instead = null }: { readonly of: Later; readonly instead?: ReactNode }) {
  // What was drawn before React came is without it.
  const Part = useSyncExternalStore(of.onReady, of.ready, () => null)
  return Part === null ? instead : <Part />
}
