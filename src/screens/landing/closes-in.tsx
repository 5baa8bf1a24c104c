import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { latestValue } from '#src/state/resource.ts'
import { Countdown } from '#src/ui/countdown.tsx'
import { useText } from '#src/ui/use-text.ts'

/**
 * Renders nothing after the closing time, because the organiser may keep a campaign open beyond its dates. `onEnd` is
 * called only if the countdown ends while it is visible.
 */
export function ClosesIn({ onEnd }: { readonly onEnd?: () => void }) {
  const { campaign } = useApp()
  const { t } = useText()
  const closesAt = latestValue(campaign.current.value)?.closesAt
  const [openedAt] = useState(() => campaign.serverNow())
  const [ended, setEnded] = useState(false)
  if (closesAt === undefined || ended || Date.parse(closesAt) <= openedAt) return null
  const end = () => {
    setEnded(true)
    onEnd?.()
  }
  return (
    <>
      <p>{t('home.closes')}</p>
      <Countdown until={Date.parse(closesAt)} onEnd={end} />
    </>
  )
}
