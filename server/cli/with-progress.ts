import type { Progress } from './terminal-types.ts'

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
