import { formatsOf } from '#src/i18n/format.ts'
import type { Lang } from '#src/i18n/languages.ts'
import { dictionaryOf, translator } from '#src/i18n/text.ts'
import type { HomeData } from '#src/screens/home/home-data.ts'
import { HomeView } from '#src/screens/home/home-view.tsx'
import type { ViewProps } from '#src/screens/home/view-props.ts'
import { AvatarView } from '#src/ui/avatar-view.tsx'
import { CountdownView } from '#src/ui/countdown-view.tsx'
import { LayoutView } from '#src/ui/layout-view.tsx'

const Link: ViewProps['Link'] = props => <a {...props} />

type Props = {
  readonly data: HomeData
  readonly lang: Lang
  /** The server's time in milliseconds. */
  readonly now: number
  /** False to render only the top part of home, true to render all of it. */
  readonly whole: boolean
}

/** Home inside its layout, without animations. Uses no hooks, so that it can be rendered without React. */
export function ShellView({ data, lang, now, whole }: Props) {
  const t = translator(dictionaryOf(lang), lang)
  return (
    <LayoutView t={t}>
      <HomeView
        data={data}
        whole={whole}
        t={t}
        f={formatsOf(lang)}
        Link={Link}
        Avatar={AvatarView}
        countdown={until => <CountdownView left={until - now} t={t} />}
      />
    </LayoutView>
  )
}
