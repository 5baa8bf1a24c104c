import { Link } from 'wouter'
import type { Reward } from '#contract/schema/reward.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { Button } from '#src/ui/button.tsx'
import { Chip, type ChipTone } from '#src/ui/chip.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './qr-code.module.css'

type Item = Reward['items'][number]

const looks: Record<Item['state'], { tone: ChipTone; icon: IconName }> = {
  locked: { tone: 'none', icon: 'clock' },
  available: { tone: 'good', icon: 'check' },
  used: { tone: 'here', icon: 'check' },
  expired: { tone: 'none', icon: 'clock' },
  outOfStock: { tone: 'none', icon: 'cross' },
}
const pictures: Record<Item['rewardType'], IconName> = {
  welcome: 'gift',
  answer: 'chat',
  receipt: 'can',
  gift: 'gift',
  concert: 'ticket',
  consolation: 'can',
}
const iconOf = ({ picture, rewardType }: Item): IconName =>
  picture === undefined || picture === 'bag' ? pictures[rewardType] : picture
const ways = {
  welcome: null,
  answer: '/answer',
  receipt: '/receipt',
  gift: '/receipt',
  concert: '/confirm',
  consolation: null,
} as const

export function Coupon({ item, onUse }: { readonly item: Item; readonly onUse: () => void }) {
  const { t, f } = useText(rewardTexts)
  const { tone, icon } = looks[item.state]
  const open = item.state === 'available'
  const title = f.content(item.titleTh, item.titleEn)
  const text = item.textTh === undefined ? null : f.content(item.textTh, item.textEn)
  return (
    <li className={classNames(css.coupon, !open && css.shut)}>
      <span className={css.stub}>
        <Icon name={iconOf(item)} size={30} />
      </span>
      <div className={css.what}>
        <b>{title}</b>
        {text !== null && <p className={css.text}>{text}</p>}
        <Note item={item} />
        <div className={css.foot}>
          <Chip tone={tone} icon={icon} text={t(`item.${item.state}`)} />
          {item.code !== null && <span className={css.code}>{t('qr.code', { code: item.code })}</span>}
          {open && (
            <Button small onClick={onUse}>
              {t('reward.use')}
              <span className="only-read"> {title}</span>
            </Button>
          )}
        </div>
        {item.usedAt !== null && (
          <p className="quiet">{t('reward.usedAt', { time: f.dateTime(item.usedAt) })}</p>
        )}
      </div>
    </li>
  )
}

function Note({ item }: { readonly item: Item }) {
  const { t, f } = useText(rewardTexts)
  const now = useNow(60_000)
  if (item.state === 'available')
    return item.closesAt === null ? null : (
      <p className="quiet">{t('reward.until', { time: f.shortDate(item.closesAt) })}</p>
    )
  if (item.state !== 'locked') return null
  if (item.opensAt !== null && Date.parse(item.opensAt) > now)
    return <p className="quiet">{t('reward.from', { time: f.shortDate(item.opensAt) })}</p>
  const text = {
    welcome: 'reward.locked.none',
    answer: 'reward.locked.answer',
    receipt: 'reward.locked.receipt',
    gift: 'reward.locked.receipt',
    concert: 'reward.locked.concert',
    consolation: 'reward.locked.none',
  } as const
  const href = ways[item.rewardType]
  return href === null ? (
    <p className="quiet">{t(text[item.rewardType])}</p>
  ) : (
    <Link href={href} className={css.way}>
      {t(text[item.rewardType])}
    </Link>
  )
}
