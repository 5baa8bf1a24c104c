import { Icon, type IconName } from '#src/ui/icon.tsx'
import { ripple } from '#src/ui/ripple.ts'
import css from './actions.module.css'
import type { HomeData } from './home-data.ts'
import type { ViewProps } from './view-props.ts'

type Props = ViewProps & { readonly data: Pick<HomeData, 'takesReceipts'> }

/** Omits the receipt links if the campaign's server does not accept receipts. */
export function ActionsView({ data: { takesReceipts }, t, Link }: Props) {
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
