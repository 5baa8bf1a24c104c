import { type ComponentType, startTransition, useEffect, useState } from 'react'
import type { ScreenLoader } from '#src/loading/screen-loader.ts'
import { FailureNotice } from './failure.tsx'
import { SplitFirstPaint } from './next-frame.tsx'
import { ProgressWait } from './progress-line.tsx'

type Props = {
  readonly name: string
  readonly load: () => Promise<{ readonly default: ComponentType }>
  readonly loader: ScreenLoader
  /** Called if the script cannot be loaded, perhaps because a newer build has replaced this one. */
  readonly onMissing: () => void
  readonly onShown?: () => void
}

export function LazyScreen({ name, load, loader, onMissing, onShown }: Props) {
  const [screen, setScreen] = useState(() => ({ Screen: loader.ready(name), failed: false, waited: false }))
  const { Screen, failed, waited } = screen
  const isLoaded = Screen !== null
  useEffect(() => {
    if (isLoaded) onShown?.()
  }, [isLoaded, onShown])
  useEffect(() => {
    if (isLoaded || failed) return
    let isCurrent = true
    loader.load(name, load).then(
      Screen => {
        // A transition renders in slices, so that the page can respond to taps between them.
        if (isCurrent) startTransition(() => setScreen({ Screen, failed: false, waited: true }))
      },
      () => {
        if (!isCurrent) return
        setScreen({ Screen: null, failed: true, waited: true })
        onMissing()
      },
    )
    return () => {
      isCurrent = false
    }
  }, [name, load, loader, onMissing, isLoaded, failed])

  if (Screen !== null)
    return (
      <SplitFirstPaint value={waited}>
        <Screen />
      </SplitFirstPaint>
    )
  if (!failed) return <ProgressWait />
  const tryAgain = () => setScreen({ Screen: null, failed: false, waited: true })
  return (
    <div style={{ padding: '24px 16px' }}>
      <FailureNotice failure={{ kind: 'network' }} onRetry={tryAgain} />
    </div>
  )
}
