import { formatsOf } from '#src/i18n/format.ts'
import type { Lang } from '#src/i18n/languages.ts'
import { dictionaryOf, translator } from '#src/i18n/text.ts'
import type { HomeData } from '#src/screens/home/home-data.ts'
import { HomeView } from '#src/screens/home/home-view.tsx'
import type { ViewProps } from '#src/screens/home/view-props.ts'
import { AvatarView } from '#src/ui/avatar-view.tsx'
import { CountdownView } from '#src/ui/countdown-view.tsx'
import { LayoutView } from '#src/ui/layout-view.tsx'
import type { LandingPart } from './landing-part.tsx'

const Link: ViewProps['Link'] = props => <a {...props} />

type Props = {
  /** Null for home. */
  readonly Landing: typeof LandingPart | null
  readonly data: HomeData
  readonly lang: Lang
  /** Server time in milliseconds. */
  readonly now: number
  /** False to render only the top part of the screen. */
  readonly whole: boolean
}

/** Uses no hooks and no animations, so that it can be rendered without React. */
export function ShellView(props: Props) {
  const { Landing, lang } = props
  return (
    <LayoutView t={translator(dictionaryOf(lang), lang)}>
      {Landing ? <Landing {...props} /> : <HomePart {...props} />}
    </LayoutView>
  )
}

function HomePart({ data, lang, now, whole }: Omit<Props, 'Landing'>) {
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
