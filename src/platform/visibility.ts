import type { PageVisibility } from '#src/ports.ts'

function listen(target: EventTarget, type: string, run: () => void): () => void {
  target.addEventListener(type, run)
  return () => target.removeEventListener(type, run)
}

export const visibility: PageVisibility = {
  visible: () => document.visibilityState === 'visible',
  onVisible(run) {
    const changed = () => {
      if (document.visibilityState === 'visible') run()
    }
    const stops = [listen(document, 'visibilitychange', changed), listen(window, 'pageshow', changed)]
    return () => {
      for (const stop of stops) stop()
    }
  },
  onHide(run) {
    const changed = () => {
      if (document.visibilityState === 'hidden') run()
    }
    const stops = [listen(document, 'visibilitychange', changed), listen(window, 'pagehide', run)]
    return () => {
      for (const stop of stops) stop()
    }
  },
}
