import type { ReactNode } from 'react'
import { useApp } from '#src/app-context.ts'
import { factsTexts } from '#src/i18n/th/facts.ts'
import { stage } from '#src/screens/home/parts.ts'
import { latestValue } from '#src/state/resource.ts'
import { PrizeDrawing } from '#src/ui/art/prizes.tsx'
import { KeyVisual } from '#src/ui/key-visual.tsx'
import { Lazy } from '#src/ui/lazy.tsx'
import { useFullContent } from '#src/ui/next-frame.tsx'
import { useScreen } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import { Facts } from './facts.tsx'
import { More } from './more.tsx'
import css from './preview.module.css'

/** Presents the campaign to people who cannot join here or now, and tells them what they can do. */
export function Preview({
  title,
  countdown,
  actions,
  children,
}: {
  readonly title: string
  readonly countdown?: ReactNode
  readonly actions: ReactNode
  readonly children: ReactNode
}) {
  const { campaign } = useApp()
  const { t, f } = useText(factsTexts)
  const heading = useScreen(title)
  const whole = useFullContent()
  const activity = latestValue(campaign.current.value)
  return (
    <>
      <KeyVisual t={t} f={f} activity={activity} stage={<Lazy of={stage} />}>
        {countdown}
      </KeyVisual>
      <div className={css.body}>
        <section className={css.message}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {children}
          <div className={css.actions}>{actions}</div>
        </section>
        {whole && (
          <>
            <Facts t={t} f={f} activity={activity} now={campaign.serverNow()} Picture={PrizeDrawing} />
            <More />
          </>
        )}
      </div>
    </>
  )
}
