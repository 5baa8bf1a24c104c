import type { ComponentProps } from 'react'
import { formatsOf } from '#src/i18n/format.ts'
import type { Lang } from '#src/i18n/languages.ts'
import { dictionaryOf, translator } from '#src/i18n/text.ts'
import { factsTexts } from '#src/i18n/th/facts.ts'
import { landingTexts } from '#src/i18n/th/landing.ts'
import type { HomeData } from '#src/screens/home/home-data.ts'
import { Facts } from '#src/screens/landing/facts.tsx'
import { LandingView, MorePlaceholder } from '#src/screens/landing/landing-view.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import { CountdownView } from '#src/ui/countdown-view.tsx'

/** The static renderer ignores event handlers; the home shell handles the press. */
const JoinButton: ComponentProps<typeof LandingView>['Button'] = ({ wide, children }) => (
  <button type="button" className={buttonClass({ wide })}>
    {children}
  </button>
)

type Props = {
  readonly data: HomeData
  readonly lang: Lang
  /** Server time in milliseconds. */
  readonly now: number
  readonly whole: boolean
}

/** Ends with the dates; React adds the steps and the terms. */
export function LandingPart({ data: { activity, closesAt }, lang, now, whole }: Props) {
  const t = translator({ ...landingTexts, ...factsTexts, ...dictionaryOf(lang) }, lang)
  const f = formatsOf(lang)
  return (
    <LandingView
      t={t}
      f={f}
      activity={activity}
      closes={
        closesAt !== null && (
          <>
            <p>{t('home.closes')}</p>
            <CountdownView left={closesAt - now} t={t} />
          </>
        )
      }
      more={
        whole && (
          <>
            <Facts t={t} f={f} activity={activity} now={now} />
            <MorePlaceholder />
          </>
        )
      }
      Button={JoinButton}
    />
  )
}
