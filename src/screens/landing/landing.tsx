import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useApp } from '#src/app-context.ts'
import { factsTexts } from '#src/i18n/th/facts.ts'
import { landingTexts } from '#src/i18n/th/landing.ts'
import { stage } from '#src/screens/home/parts.ts'
import { Register } from '#src/screens/register/register.tsx'
import { latestValue } from '#src/state/resource.ts'
import { Button } from '#src/ui/button.tsx'
import { Lazy } from '#src/ui/lazy.tsx'
import { useFullContent } from '#src/ui/next-frame.tsx'
import { useScreen } from '#src/ui/page.tsx'
import { ProgressWait } from '#src/ui/progress-line.tsx'
import { useText } from '#src/ui/use-text.ts'
import { ClosesIn } from './closes-in.tsx'
import { Facts } from './facts.tsx'
import { LandingView, MorePlaceholder } from './landing-view.tsx'
import { LaterPicture, more, picture } from './parts.tsx'

const texts = { ...landingTexts, ...factsTexts }

/** Presents the campaign before asking for any consent. If the form was opened in this tab, returns to the form. */
export default function Landing() {
  const { drafts } = useApp()
  const [path, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const [resume, setResume] = useState(() => (query.has('step') ? null : resumeStep(drafts.read('register'))))

  function open(step: 'terms' | 'data', replace: boolean) {
    query.set('step', step)
    navigate(`${path}?${query}`, { replace })
  }
  const openDraft = useEffectEvent(() => {
    if (resume === null) return
    open(resume, true)
    setResume(null)
  })
  // Run only on mount: opening the step changes the path and the query.
  useEffect(() => openDraft(), [])

  if (query.has('step')) return <Register />
  if (resume !== null) return <ProgressWait />
  return <Introduction onJoin={() => open('terms', false)} />
}

function Introduction({ onJoin }: { readonly onJoin: () => void }) {
  const { campaign, session } = useApp()
  const { t, f } = useText(texts)
  const heading = useScreen(t('landing.title'))
  const whole = useFullContent()
  const activity = latestValue(campaign.current.value)
  useEffect(() => {
    // Load these parts only after the first paint. If this fails, `loadRest` loads them again.
    if (whole) Promise.all([more.load(), picture.load()]).catch(() => {})
  }, [whole])

  function join() {
    onJoin()
    window.scrollTo(0, 0)
  }

  return (
    <LandingView
      t={t}
      f={f}
      activity={activity}
      heading={heading}
      stage={<Lazy of={stage} />}
      closes={<ClosesIn onEnd={() => session.retry()} />}
      more={
        whole && (
          <>
            <Facts t={t} f={f} activity={activity} now={campaign.serverNow()} Picture={LaterPicture} />
            <Lazy of={more} fallback={<MorePlaceholder />} />
          </>
        )
      }
      Button={Button}
      onJoin={join}
    />
  )
}

/** Returns null if the form has not been opened in this tab. `draft` is the stored form in any build's format. */
function resumeStep(draft: unknown): 'terms' | 'data' | null {
  if (typeof draft !== 'object' || draft === null) return null
  const { terms, privacy, customer } = draft as Readonly<Record<string, unknown>>
  const typed = Object.values(customer ?? {}).some(value => typeof value === 'string' && value.trim() !== '')
  return terms === true && privacy === true && typed ? 'data' : 'terms'
}
