import { asciiDigits, halfWidth } from '#contract/rules.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { TextField } from '#src/ui/text-field.tsx'
import { useText } from '#src/ui/use-text.ts'

export type PinProblem = 'missing' | 'wrong'
export type StoreProblem = 'missing' | 'unknown'

type Typed<Problem> = {
  readonly value: string
  readonly problem: Problem | null
  readonly onChange: (typed: string) => void
}

/** The store code is needed only if the server requires it and the customer has not scanned it. */
export function StaffFields({
  pin,
  store,
}: {
  readonly pin: Typed<PinProblem>
  readonly store: Typed<StoreProblem> | null
}) {
  const { t } = useText(rewardTexts)
  return (
    <>
      {store !== null && (
        <TextField
          name="storeCode"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          label={t('use.storeCode')}
          hint={t('use.storeCodeHint')}
          value={store.value}
          error={
            store.problem === null
              ? undefined
              : t(store.problem === 'unknown' ? 'use.storeUnknown' : 'use.storeMissing')
          }
          onChange={store.onChange}
        />
      )}
      <TextField
        name="staffPin"
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        label={t('use.pin')}
        hint={t('use.pinHint')}
        value={pin.value}
        error={
          pin.problem === null
            ? undefined
            : t(pin.problem === 'wrong' ? 'error.STAFF_PIN_WRONG' : 'use.pinMissing')
        }
        onChange={typed => pin.onChange(asciiDigits(halfWidth(typed)).replace(/\D/g, ''))}
      />
    </>
  )
}
