import { useEffect, useRef } from 'react'
import { CountdownView } from './countdown-view.tsx'
import { useNow } from './use-now.ts'
import { useText } from './use-text.ts'

type CountdownProps = {
  /** Server time in milliseconds since 1970. */
  readonly until: number
  readonly large?: boolean
  readonly onEnd?: () => void
}

export function Countdown({ until, large = false, onEnd }: CountdownProps) {
  const { t } = useText()
  const left = until - useNow(1000)
  const over = left <= 0
  const ended = useRef(false)
  useEffect(() => {
    if (!over || ended.current) return
    ended.current = true
    onEnd?.()
  }, [over, onEnd])
  return <CountdownView left={left} large={large} t={t} />
}
