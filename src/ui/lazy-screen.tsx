import { type ComponentType, startTransition, useEffect, useState } from 'react'
import type { ScreenLoader } from '#src/loading/screen-loader.ts'
import { FailureNotice } from './failure.tsx'
import { Arriving } from './next-frame.tsx'
import { ProgressWait } from './progress-line.tsx'

type Props = {
  readonly name: string
  readonly load: () => Promise<{ readonly default: ComponentType }>
  readonly loader: ScreenLoader
  /** The script did not come: perhaps a newer build has replaced this one. */
  readonly onMissing: () => void
  /** The screen is in the document. */
  readonly onShown?: () => void
}

/** A screen whose script is fetched when it is first opened; when it does not come, says so and offers another try. */
export function LazyScreen({ name, load, loader, onMissing, onShown }: Props) {
  const [screen, setScreen] = useState(() => ({ Screen: loader.ready(name), failed: false, waited: false }))
  const { Screen, failed, waited } = screen
  const there = Screen !== null
  useEffect(() => {
    if (there) onShown?.()
  }, [there, onShown])
  useEffect(() => {
    if (there || failed) return
    let wanted = true
    loader.load(name, load).then(
      Screen => {
        // Drawn in slices: what the customer does meanwhile gets its turn.
        if (wanted) startTransition(() => setScreen({ Screen, failed: false, waited: true }))
      },
      () => {
        if (!wanted) return
        setScreen({ Screen: null, failed: true, waited: true })
        onMissing()
      },
    )
    return () => {
      wanted = false
    }
  }, [name, load, loader, onMissing, there, failed])

  if (Screen !== null)
    return (
      <Arriving value={waited}>
        <Screen />
      </Arriving>
    )
  if (!failed) return <ProgressWait />
  const tryAgain = () => setScreen({ Screen: null, failed: false, waited: true })
  return <FailureNotice failure={{ kind: 'network' }} onRetry={tryAgain} />
}
