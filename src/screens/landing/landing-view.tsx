import type { ComponentType, ReactNode, Ref } from 'react'
import type { Activity } from '#contract/schema/master.ts'
import type { Formats } from '#src/i18n/format.ts'
import type { CommonKey, Translate } from '#src/i18n/keys.ts'
import type { landingTexts } from '#src/i18n/th/landing.ts'
import { KeyVisual } from '#src/ui/key-visual.tsx'
import { Skeleton } from '#src/ui/skeleton-view.tsx'
import css from './landing.module.css'

type JoinProps = {
  readonly wide: true
  readonly children: ReactNode
  readonly onClick?: (() => void) | undefined
}

type Props = {
  readonly t: Translate<CommonKey | keyof typeof landingTexts>
  readonly f: Formats
  readonly activity: Activity | null
  readonly closes: ReactNode
  readonly heading?: Ref<HTMLHeadingElement>
  readonly stage?: ReactNode
  /** Prizes, dates, steps and terms, or a placeholder for them. */
  readonly more: ReactNode
  readonly Button: ComponentType<JoinProps>
  readonly onJoin?: () => void
}

/** Uses no hooks, so that it can be rendered without React. */
export function LandingView({ t, f, activity, closes, heading, stage, more, Button, onJoin }: Props) {
  return (
    <>
      <KeyVisual t={t} heading={heading} isHeading stage={stage} f={f} activity={activity}>
        {closes}
      </KeyVisual>
      <div className={css.body}>{more}</div>
      <div className={css.join}>
        <Button wide onClick={onJoin}>
          {t('landing.join')}
        </Button>
      </div>
    </>
  )
}

export const MorePlaceholder = () => <Skeleton height={252} />
