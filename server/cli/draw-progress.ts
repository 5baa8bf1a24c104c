import type { DrawProgress } from '#server/draw/seal.ts'
import type { Progress } from './terminal-types.ts'

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
