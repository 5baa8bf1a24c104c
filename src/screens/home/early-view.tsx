import { formatsOf } from '#src/i18n/format.ts'
import { DEFAULT_LANG } from '#src/i18n/languages.ts'
import { dictionaryOf, translator } from '#src/i18n/text.ts'
import { AvatarView } from '#src/ui/avatar-view.tsx'
import { CountdownView } from '#src/ui/countdown-view.tsx'
import { LayoutView } from '#src/ui/layout-view.tsx'
import type { HomeData } from './home-data.ts'
import { HomeView } from './home-view.tsx'
import type { ViewProps } from './view-props.ts'

const t = translator(dictionaryOf(DEFAULT_LANG))
const Link: ViewProps['Link'] = props => <a {...props} />

type Props = {
  readonly data: HomeData
  /** The server's time in milliseconds. */
  readonly now: number
  /** False to render only the first part. */
  readonly whole: boolean
}

/** Home inside its layout, without animations. */
export function EarlyView({ data, now, whole }: Props) {
  return (
    <LayoutView t={t}>
      <HomeView
        data={data}
        whole={whole}
        t={t}
        f={formatsOf(DEFAULT_LANG)}
        Link={Link}
        Avatar={AvatarView}
        countdown={until => <CountdownView left={until - now} t={t} />}
      />
    </LayoutView>
  )
}
