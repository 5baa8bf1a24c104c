import type { ComponentProps } from 'react'
import { formatsOf } from '#src/i18n/format.ts'
import type { Lang } from '#src/i18n/languages.ts'
import { dictionaryOf, translator } from '#src/i18n/text.ts'
import { landingTexts } from '#src/i18n/th/landing.ts'
import type { HomeData } from '#src/screens/home/home-data.ts'
import { HomeView } from '#src/screens/home/home-view.tsx'
import type { ViewProps } from '#src/screens/home/view-props.ts'
import { LandingView, MorePlaceholder } from '#src/screens/landing/landing-view.tsx'
import { AvatarView } from '#src/ui/avatar-view.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import { CountdownView } from '#src/ui/countdown-view.tsx'
import { LayoutView } from '#src/ui/layout-view.tsx'

import type { ShellScreen } from './due-screen.ts'

const Link: ViewProps['Link'] = props => <a {...props} />

/** Without event handlers, because the static renderer ignores them: the home shell handles the press. */
const JoinButton: ComponentProps<typeof LandingView>['Button'] = ({ wide, children }) => (
  <button type="button" className={buttonClass({ wide })}>
    {children}
  </button>
)

type Props = {
  readonly screen: ShellScreen
  readonly data: HomeData
  readonly lang: Lang
  /** The server's time in milliseconds. */
  readonly now: number
  /** False to render only the top part of the screen, true to render all of it. */
  readonly whole: boolean
}

/** A screen inside its layout, without animations. Uses no hooks, so that it can be rendered without React. */
export function ShellView(props: Props) {
  const { screen, lang } = props
  return (
    <LayoutView t={translator(dictionaryOf(lang), lang)}>
      {screen === 'home' ? <HomePart {...props} /> : <LandingPart {...props} />}
    </LayoutView>
  )
}

function HomePart({ data, lang, now, whole }: Props) {
  const t = translator(dictionaryOf(lang), lang)
  return (
    <HomeView
      data={data}
      whole={whole}
      t={t}
      f={formatsOf(lang)}
      Link={Link}
      Avatar={AvatarView}
      countdown={until => <CountdownView left={until - now} t={t} />}
    />
  )
}

function LandingPart({ data: { activity, closesAt }, lang, now, whole }: Props) {
  const t = translator({ ...landingTexts, ...dictionaryOf(lang) }, lang)
  return (
    <LandingView
      t={t}
      f={formatsOf(lang)}
      activity={activity}
      closes={
        closesAt !== null && (
          <>
            <p>{t('home.closes')}</p>
            <CountdownView left={closesAt - now} t={t} />
          </>
        )
      }
      more={whole && <MorePlaceholder />}
      Button={JoinButton}
    />
  )
}
