/** Waits two frames, so that React has rendered and resize observers have run. */
export const frame = () =>
  new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))

/** Waits for pictures, the end of finite animations, and a frame without changes to the document. */
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
