/** Animation frames that the test draws. `act` runs what a frame changes. */
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
    /** Draws the frames, and those that they ask for. */
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
