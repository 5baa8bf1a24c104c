import type { Work } from '#server/draw/seal.ts'
import type { Progress } from './terminal-types.ts'

/** A progress bar as the draw's steps report to it. */
export function drawProgress(progress: Progress, label: string): Work & { end(): void } {
  let bar: ReturnType<Progress> | null = null
  return {
    begin(total) {
      bar = progress(label, total)
    },
    step: count => bar?.step(count),
    end: () => bar?.end(),
  }
}
