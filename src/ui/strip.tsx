import { useEffect } from 'react'
import { useChangedTexts } from './agree/use-changed-texts.ts'
import { createLazy, Lazy } from './lazy.tsx'
import { OfflineStrip } from './offline-strip.tsx'

/** Loads only for customers who are asked, which is rare. */
const prompt = createLazy(async () => (await import('./agree/agree-prompt.tsx')).AgreePrompt)

/** What can appear on every screen: the offline strip, and the question to agree to changed terms. */
export function Strip() {
  const asks = useChangedTexts().length > 0
  useEffect(() => {
    // If it cannot be loaded, the screens that send something new still ask.
    if (asks) prompt.load().catch(() => {})
  }, [asks])
  return (
    <>
      <OfflineStrip />
      {asks && <Lazy of={prompt} />}
    </>
  )
}
