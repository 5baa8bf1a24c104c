import type { ReactNode, Ref } from 'react'
import { ActionsView } from './actions-view.tsx'
import { HeroView } from './hero-view.tsx'
import css from './home.module.css'
import type { HomeData } from './home-data.ts'
import { RightsTicketView } from './rights-ticket-view.tsx'
import type { ViewProps } from './view-props.ts'

type Props = ViewProps & {
  readonly sight: HomeData
  /** False: only the first part of it. */
  readonly whole?: boolean
  readonly heading?: Ref<HTMLHeadingElement>
  /** Behind the headline. */
  readonly stage?: ReactNode
  /** Under the four buttons. */
  readonly below?: ReactNode
}

/** Home: what the customer has, what they can do next, and what there is to win. */
export function HomeView({ sight, whole = true, heading, stage, below, ...parts }: Props) {
  return (
    <>
      <HeroView {...parts} sight={sight} heading={heading} stage={stage} />
      {whole && (
        <div className={css.body}>
          <RightsTicketView {...parts} sight={sight} />
          <ActionsView {...parts} />
          {below}
        </div>
      )}
    </>
  )
}
