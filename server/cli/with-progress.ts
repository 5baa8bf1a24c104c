import type { DrawProgress } from '#server/draw/seal.ts'
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

export function drawProgress(progress: Progress, label: string): DrawProgress & { end(): void } {
  let bar: ReturnType<Progress> | null = null
  return {
    begin(total) {
      bar = progress(label, total)
    },
    step: count => bar?.step(count),
    end: () => bar?.end(),
  }
}
