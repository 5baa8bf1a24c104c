/** Creates fake animation frames that the test draws. The callbacks of the frames run inside `act`. */
export function testFrames(act: (draw: () => Promise<void>) => Promise<unknown>) {
  const frames = new Map<number, () => void>()
  let last = 0
  return {
    globals: {
      requestAnimationFrame(run: () => void) {
        last += 1
        frames.set(last, run)
        return last
      },
      cancelAnimationFrame: (frame: number) => frames.delete(frame),
    },
    clear: () => frames.clear(),
    /** Draws all requested frames, including frames that are requested while drawing. */
    async draw() {
      while (frames.size > 0) {
        const due = [...frames.values()]
        frames.clear()
        await act(async () => {
          for (const run of due) run()
        })
      }
    },
  }
}
