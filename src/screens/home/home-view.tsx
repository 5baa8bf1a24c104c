import type { ReactNode, Ref } from 'react'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { KeyVisual } from '#src/ui/key-visual.tsx'
import { ripple } from '#src/ui/ripple.ts'
import { EntriesTicketView } from './entries-ticket-view.tsx'
import css from './home.module.css'
import type { HomeData } from './home-data.ts'
import type { ViewProps } from './view-props.ts'

type Props = ViewProps & {
  readonly data: HomeData
  /** False to render only the top part. */
  readonly whole?: boolean
  readonly heading?: Ref<HTMLHeadingElement> | undefined
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

function HeroView({ data, heading, stage, t, f, Link, Avatar, countdown }: Props) {
  const { name, picture, activity, closesAt } = data
  const bar = (
    <div className={css.bar}>
      <p className={css.hello}>{name ? t('home.hello', { name }) : t('home.helloStranger')}</p>
      <Link href="/profile" className={css.me} aria-label={t('home.profile')}>
        <Avatar url={picture} size={40} />
      </Link>
    </div>
  )
  return (
    <KeyVisual t={t} stage={stage} bar={bar} heading={heading} isHeading f={f} activity={activity}>
      {closesAt !== null && (
        <>
          <p>{t('home.closes')}</p>
          {countdown(closesAt)}
        </>
      )}
    </KeyVisual>
  )
}

/** Omits the receipt links if the campaign's server does not accept receipts. */
function ActionsView({ data: { takesReceipts }, t, Link }: Props) {
  const tile = (href: string, icon: IconName, text: string) => (
    <Link href={href} className={css.tile} onPointerDown={ripple}>
      <span className={css.disc}>
        <Icon name={icon} size={26} />
      </span>
      {text}
    </Link>
  )
  return (
    <nav className={css.actions} aria-label={t('home.title')}>
      {takesReceipts && (
        <Link href="/receipt" className={css.main} onPointerDown={ripple}>
          <Icon name="camera" size={30} />
          <span>
            <b>{t('home.send')}</b>
            <small>{t('campaign.step2.text')}</small>
          </span>
          <Icon name="forward" />
        </Link>
      )}
      {tile('/answer', 'chat', t('home.answer'))}
      {tile('/qrcode?show=rewards', 'gift', t('home.rewards'))}
      {takesReceipts && tile('/receiptHistory', 'history', t('home.history'))}
    </nav>
  )
}
