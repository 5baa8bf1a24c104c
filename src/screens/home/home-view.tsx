import type { ReactNode, Ref } from 'react'
import { ActionsView } from './actions-view.tsx'
import { EntriesTicketView } from './entries-ticket-view.tsx'
import { HeroView } from './hero-view.tsx'
import css from './home.module.css'
import type { HomeData } from './home-data.ts'
import type { ViewProps } from './view-props.ts'

type Props = ViewProps & {
  readonly data: HomeData
  /** False to render only the top part. */
  readonly whole?: boolean
  readonly heading?: Ref<HTMLHeadingElement>
  readonly stage?: ReactNode
  readonly below?: ReactNode
}

/** Uses no hooks, so that it can be rendered without React. */
export function HomeView({ data, whole = true, heading, stage, below, ...parts }: Props) {
  return (
    <>
      <HeroView {...parts} data={data} heading={heading} stage={stage} />
      {whole && (
        <div className={css.body}>
          <EntriesTicketView {...parts} data={data} />
          <ActionsView {...parts} data={data} />
          {below}
        </div>
      )}
    </>
  )
}
