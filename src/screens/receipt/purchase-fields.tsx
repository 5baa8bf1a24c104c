import { useMemo, useState } from 'react'
import { bangkokDay, ofBangkok } from '#contract/rules.ts'
import { DAY_MS, momentOf } from '#contract/time.ts'
import { useApp } from '#src/app-context.ts'
import { partsOfPurchase, purchaseDays, purchaseOf, weekdayOf } from '#src/domain/purchase-days.ts'
import { receiptTexts } from '#src/i18n/th/receipts.ts'
import { latestValue } from '#src/state/resource.ts'
import { Choices } from '#src/ui/choice.tsx'
import { SelectField } from '#src/ui/select-field.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useText } from '#src/ui/use-text.ts'

const weekdays = ['day.0', 'day.1', 'day.2', 'day.3', 'day.4', 'day.5', 'day.6'] as const

/** Uses Bangkok time, regardless of the phone's time zone. `value` is `YYYY-MM-DDTHH:mm`. */
export function PurchaseFields({
  value,
  hint,
  error,
  errorAt,
  onChange,
}: {
  readonly value: string
  readonly hint: string | undefined
  readonly error: string | undefined
  readonly errorAt: 'day' | 'time'
  readonly onChange: (value: string) => void
}) {
  const { campaign } = useApp()
  const { t, f } = useText(receiptTexts)
  const now = campaign.serverNow()
  const [today, yesterday] = [bangkokDay(now), bangkokDay(now - DAY_MS)]
  const activity = latestValue(campaign.current.value)
  const { day, time } = partsOfPurchase(value)
  const [showsOther, setShowsOther] = useState(false)
  // A draft's day may be outside the campaign, for example if the dates have changed.
  const all = useMemo(() => purchaseDays(activity, momentOf(ofBangkok(`${today}T23:59`))), [activity, today])
  const days = useMemo(() => (day === '' || all.includes(day) ? all : [day, ...all]), [all, day])
  const options = useMemo(
    () =>
      days.map(one => ({
        value: one,
        label: `${t(weekdays[weekdayOf(one)] ?? 'day.0')} ${f.shortDate(`${one}T12:00:00+07:00`)}`,
      })),
    [days, t, f],
  )
  const isNear = day === today || day === yesterday
  const chosen = day === today ? 'today' : day === yesterday ? 'yesterday' : day || showsOther ? 'other' : ''
  const dayError = errorAt === 'day' ? error : undefined
  const set = (next: string) => onChange(purchaseOf(next, time))

  function choose(choice: string) {
    setShowsOther(choice === 'other')
    if (choice === 'other') set(isNear ? '' : day)
    else set(choice === 'today' ? today : yesterday)
  }

  const ms = momentOf(ofBangkok(value))
  return (
    <>
      <Choices
        legend={t('field.purchasedDay')}
        value={chosen}
        error={chosen === 'other' ? undefined : dayError}
        onChange={choose}
        options={[
          ...(days.includes(today) ? [{ value: 'today', label: t('day.today') }] : []),
          ...(days.includes(yesterday) ? [{ value: 'yesterday', label: t('day.yesterday') }] : []),
          { value: 'other', label: t('day.other') },
        ]}
      />
      {chosen === 'other' && (
        <SelectField
          name="purchasedDay"
          label={t('day.choose')}
          placeholder={t('day.choose')}
          value={day}
          options={options}
          error={dayError}
          onChange={set}
        />
      )}
      <TextField
        name="purchasedTime"
        type="time"
        label={t('field.purchasedTime')}
        value={time}
        hint={Number.isFinite(ms) ? (hint ? `${f.dateTime(ms)} · ${hint}` : f.dateTime(ms)) : undefined}
        error={errorAt === 'time' ? error : undefined}
        onChange={next => onChange(purchaseOf(day, next))}
      />
    </>
  )
}
