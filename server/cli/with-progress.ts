import type { Progress } from './terminal-types.ts'

/** Yields the items of a list and shows a progress bar while the caller works on them. */
export function* withProgress<T>(progress: Progress, label: string, items: readonly T[]): Generator<T> {
  const bar = progress(label, items.length)
  try {
    for (const item of items) {
      yield item
      bar.step(1)
    }
  } finally {
    bar.end()
  }
}
