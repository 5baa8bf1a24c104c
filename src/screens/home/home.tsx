import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useApp } from '#src/app-context.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { Lazy } from '#src/ui/lazy.tsx'
import { useFullContent } from '#src/ui/next-frame.tsx'
import { useScreen } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import { selectHomeData } from './home-data.ts'
import { HomeView } from './home-view.tsx'
import { below, stage } from './parts.ts'

/** `src/boot/home-shell/` renders the top part of home (spec S2) before React loads. */
export default function Home() {
  const app = useApp()
  const { t, f } = useText()
  const heading = useScreen(t('home.title'))
  const reward = app.rewards.current.value
  const whole = useFullContent()
  const none = reward.state === 'ready' && reward.value === null
  const data = selectHomeData(app)
  const [, renderAgain] = useState(0)
  const isOpen = data.closesAt !== null
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // When the campaign closes, startup checks whether it has ended and then shows the end screen.
    if (wasOpen.current && !isOpen) app.session.retry()
    wasOpen.current = isOpen
  }, [app, isOpen])
  useEffect(() => app.home.open(), [app])
  useEffect(() => {
    // Customers who were registered outside this app have no reward object yet.
    if (none) void app.rewards.create()
  }, [app, none])
  return (
    <HomeView
      data={data}
      whole={whole}
      t={t}
      f={f}
      Link={Link}
      Avatar={Avatar}
      countdown={until => <Countdown until={until} onEnd={() => renderAgain(count => count + 1)} />}
      heading={heading}
      stage={<Lazy of={stage} />}
      below={<Lazy of={below} />}
    />
  )
}
