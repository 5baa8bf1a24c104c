import type { LuckyPrize } from '#contract/schema/reward.ts'
import { resultTexts } from '#src/i18n/th/result.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { prizeName } from '#src/ui/result/result-view.ts'
import { useOpenOutside } from '#src/ui/use-open-outside.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './confirm.module.css'

const texts = { ...rewardTexts, ...resultTexts }

type Fact = {
  readonly name: string
  readonly value: string
  /** True for a fact that shares its row with another fact. */
  readonly half?: boolean
  readonly mapUrl?: string | undefined
  /** True for a value that browsers must not translate. */
  readonly isCode?: boolean
}

/** The prize, the drawn ticket, and when and where the winner gets the prize, as far as it is known. */
export function TicketFacts({
  prize,
  ticketNumber,
}: {
  readonly prize: LuckyPrize
  readonly ticketNumber: string | undefined
}) {
  const { t, lang } = useText(texts)
  const openOutside = useOpenOutside()
  const handover = useHandover(prize)
  const facts: readonly Fact[] = [
    { name: t('result.mine'), value: prizeName(prize, lang) },
    ...handover,
    ...(ticketNumber === undefined ? [] : [{ name: t('ticket.number'), value: ticketNumber, isCode: true }]),
  ]
  return (
    <dl className={css.facts}>
      {facts.map(({ name, value, half, mapUrl, isCode }) => (
        <div key={name} className={half ? undefined : css.fact}>
          <dt>{name}</dt>
          <dd className={css.value} translate={isCode ? 'no' : undefined}>
            {value}
          </dd>
          {mapUrl !== undefined && (
            <dd className={css.map}>
              <a href={mapUrl} onClick={openOutside}>
                {t('ticket.map')}
              </a>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function useHandover({ event, counter }: LuckyPrize): readonly Fact[] {
  const { t, f } = useText(texts)
  if (event && !event.cancelled) {
    const { startsAt, doorsAt, gateTh, gateEn, mapUrl } = event
    const isSameDay = doorsAt !== undefined && f.date(doorsAt) === f.date(startsAt)
    return [
      { name: t('ticket.date'), value: f.date(startsAt) },
      ...(doorsAt === undefined
        ? []
        : [
            { name: t('ticket.doors'), value: isSameDay ? f.time(doorsAt) : f.dateTime(doorsAt), half: true },
          ]),
      { name: t('ticket.starts'), value: f.time(startsAt), half: doorsAt !== undefined },
      { name: t('ticket.venue'), value: f.content(event.venueTh, event.venueEn), mapUrl },
      ...(gateTh === undefined ? [] : [{ name: t('ticket.gate'), value: f.content(gateTh, gateEn) }]),
    ]
  }
  if (!counter) return []
  return [
    {
      name: t('ticket.place'),
      value: f.content(counter.placeTh, counter.placeEn),
      mapUrl: counter.mapUrl,
    },
    { name: t('ticket.hours'), value: f.content(counter.hoursTh, counter.hoursEn) },
  ]
}
