import { Icon, type IconName } from '#src/ui/icon.tsx'
import { ripple } from '#src/ui/ripple.ts'
import css from './actions.module.css'
import type { ViewProps } from './view-props.ts'

/** The four main links. The first one, sending a receipt, is the largest. */
export function ActionsView({ t, Link }: ViewProps) {
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
      <Link href="/receipt" className={css.main} onPointerDown={ripple}>
        <Icon name="camera" size={30} />
        <span>
          <b>{t('home.send')}</b>
          <small>{t('campaign.step2.text')}</small>
        </span>
        <Icon name="forward" />
      </Link>
      {tile('/answer', 'chat', t('home.answer'))}
      {tile('/qrcode?show=rewards', 'gift', t('home.rewards'))}
      {tile('/receiptHistory', 'history', t('home.history'))}
    </nav>
  )
}
