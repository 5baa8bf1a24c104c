/** Two: React has drawn what was decided in the first, and what watches sizes has been told. */
export const frame = () =>
  new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))

/** When a page has nothing left to do: its pictures are there, what moves is at its end, and a frame changed nothing. */
export async function settled(): Promise<void> {
  let changed = true
  const watcher = new MutationObserver(() => {
    changed = true
  })
  watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  while (changed) {
    changed = false
    await frame()
    for (const animation of document.getAnimations()) if (ends(animation)) animation.finish()
    await Promise.allSettled([...document.images].map(image => image.decode()))
  }
  watcher.disconnect()
}

const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
