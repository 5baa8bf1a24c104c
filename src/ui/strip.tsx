import { useEffect } from 'react'
import { useChangedTexts } from './agree/use-changed-texts.ts'
import { createLazy, Lazy } from './lazy.tsx'
import { OfflineStrip } from './offline-strip.tsx'

/** Loaded lazily, because few customers have to agree again. */
const prompt = createLazy(async () => (await import('./agree/agree-prompt.tsx')).AgreePrompt)

export function Strip() {
  const asks = useChangedTexts().length > 0
  useEffect(() => {
    // If the prompt cannot be loaded, the screens that submit new data still ask the customer to agree.
    if (asks) prompt.load().catch(() => {})
  }, [asks])
  return (
    <>
      <OfflineStrip />
      {asks && <Lazy of={prompt} />}
    </>
  )
}
