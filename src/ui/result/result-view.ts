import type { LuckyPrize, PrizeSent } from '#contract/schema/reward.ts'
import { momentOf } from '#contract/time.ts'
import type { DrawResult, RewardItem } from '#src/domain/draw-result.ts'
import type { Formats } from '#src/i18n/format.ts'
import type { CommonKey, Translate } from '#src/i18n/keys.ts'
import type { Lang } from '#src/i18n/languages.ts'
import type { resultTexts } from '#src/i18n/th/result.ts'
import type { IconName } from '#src/ui/icon.tsx'

export type ResultView = {
  readonly title: string
  readonly lines: readonly string[]
  /** Deadline for the countdown in milliseconds since 1970. */
  readonly until: number | null
  readonly link: { readonly href: string; readonly text: string; readonly icon: IconName } | null
}

type Surroundings = {
  readonly t: Translate<CommonKey | keyof typeof resultTexts>
  readonly f: Formats
  readonly lang: Lang
  /** Server time in milliseconds. */
  readonly now: number
  /** True if the result may be older than the server's. */
  readonly stale: boolean
  /** True if the customer's decision about the prize is queued. */
  readonly decided: boolean
}

export const prizeName = ({ titleTh, titleEn }: LuckyPrize, lang: Lang): string =>
  lang === 'th' ? titleTh : titleEn

/** Returns the winner's title. `prize` is null if the server returns only the specification's fields. */
export const wonTitle = (prize: LuckyPrize | null, { t, lang }: Pick<Surroundings, 't' | 'lang'>): string =>
  prize === null ? t('result.wonPlain') : t('result.won', { prize: prizeName(prize, lang) })

type Confirmed = DrawResult & { readonly kind: 'confirmed' }

/** Returns the title and, for a cancelled concert, the text below it. */
export function confirmedTexts(
  prize: LuckyPrize | null,
  { t, now }: Pick<Surroundings, 't' | 'now'>,
): { readonly title: string; readonly cancelled: string | null } {
  const { delivery, event } = prize ?? {}
  if (event?.cancelled) return { title: t('result.cancelled'), cancelled: t('result.cancelledText') }
  const isAhead = delivery === 'seat' && (event === undefined || now < momentOf(event.startsAt))
  return { title: t(isAhead ? 'result.confirmed.seat' : 'result.confirmed'), cancelled: null }
}

export function resultView(result: DrawResult, at: Surroundings): ResultView {
  const { t, f } = at
  const plain = { until: null, link: null }
  switch (result.kind) {
    case 'won':
      return won(result, at)
    case 'confirmed':
      return confirmed(result, at)
    case 'reserve': {
      const { confirmBy } = result
      const until =
        confirmBy !== null && at.now <= confirmBy
          ? t('result.reserveUntil', { time: f.dateTime(confirmBy) })
          : t('result.reserveLate')
      return { ...plain, title: t('result.reserve'), lines: [until, t('result.reserveText')] }
    }
    case 'lost': {
      const gift = thankYou(result.consolation, at)
      return {
        title: t('result.lost'),
        lines: [t('result.lostText'), ...(gift === null ? [] : [gift])],
        until: null,
        link:
          gift === null
            ? null
            : { href: '/qrcode?show=rewards', text: t('result.gift'), icon: 'gift' as const },
      }
    }
    case 'declined':
      return { ...plain, title: t('result.declined'), lines: [t('result.declinedText')] }
    case 'expired':
      return { ...plain, title: t('result.expired'), lines: [t('result.expiredText')] }
    case 'waiting':
      return { ...plain, title: t('result.waiting'), lines: when(result.announceAt, at) }
    default:
      return { ...plain, title: t('result.none'), lines: [t('result.noneText')] }
  }
}

function won(
  { prize, confirmBy }: DrawResult & { kind: 'won' },
  { t, f, lang, decided }: Surroundings,
): ResultView {
  const title = wonTitle(prize, { t, lang })
  const link = {
    href: '/confirm',
    text: decided ? t('result.show') : t('result.confirm'),
    icon: 'check' as const,
  }
  if (decided) return { title, lines: [t('result.decided')], until: null, link }
  const lines = confirmBy === null ? [] : [t('result.confirmBy', { time: f.dateTime(confirmBy) })]
  return { title, lines, until: confirmBy, link }
}

function confirmed({ prize, delivery: sent, over }: Confirmed, at: Surroundings): ResultView {
  const { t, f, lang } = at
  if (over) return { title: t('result.over'), lines: [t('result.overText')], until: null, link: null }
  const delivery = prize?.delivery ?? null
  const { title, cancelled } = confirmedTexts(prize, at)
  return {
    title,
    lines: [
      ...(prize === null ? [] : [prizeName(prize, lang)]),
      ...(cancelled === null ? [] : [cancelled]),
      ...(sent !== null ? [sentText(sent, { t, f })] : []),
      ...(sent === null && delivery === 'shipped' ? [t('result.confirmed.shippedText')] : []),
    ],
    until: null,
    link: { href: '/confirm', text: t('result.show'), icon: 'ticket' },
  }
}

export function sentText({ sentAt, receivedAt }: PrizeSent, { t, f }: Pick<Surroundings, 't' | 'f'>): string {
  const [key, at] =
    receivedAt === null ? (['result.sent', sentAt] as const) : (['result.received', receivedAt] as const)
  return t(key, { time: at === null ? '' : f.dateTime(at) })
}

/** Returns the sentence about the consolation reward, or null if there is none that the customer can still use. */
function thankYou(item: RewardItem | null, { t, f, now }: Surroundings): string | null {
  if (item === null) return null
  const gift = f.content(item.titleTh, item.titleEn)
  if (item.state === 'available') return t('result.thanks', { gift })
  const opens = item.opensAt === null ? null : Date.parse(item.opensAt)
  if (item.state !== 'locked' || opens === null || opens <= now) return null
  return t('result.thanksFrom', { gift, time: f.dateTime(opens) })
}

/** Says when the result is announced. The planned time may have passed, because the organiser decides. */
function when(announceAt: number | null, { t, f, now, stale }: Surroundings): readonly string[] {
  if (announceAt === null) return []
  if (now < announceAt) return [t('result.when', { time: f.dateTime(announceAt) })]
  return [t(stale ? 'result.soonOffline' : 'result.soon')]
}
