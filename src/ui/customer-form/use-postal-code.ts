import { useEffect, useMemo, useState } from 'react'
import { asciiDigits } from '#contract/rules.ts'
import { useApp } from '#src/app-context.ts'
import type { CustomerFormProps } from './person-fields.tsx'
import { filledBy, type PostalPlace, placesOf } from './postal-code.ts'

const none: readonly never[] = []
const isComplete = (postalCode: string): boolean => /^\d{5}$/.test(postalCode)

type Choice = { readonly provinceId: string } | { readonly districtId: string }

/** `places` is empty if no code was typed; the lists then offer every place. */
export function usePostalCode({ draft, onChange }: Pick<CustomerFormProps, 'draft' | 'onChange'>) {
  const { master } = useApp()
  const all = master.all.value
  // A code that was filled in when the customer chose a subdistrict does not limit the lists, so that the customer can
  // still choose another place.
  const [typed, setTyped] = useState('')
  const found = useMemo(() => (all === null ? none : placesOf(all, typed)), [all, typed])
  const isTyped = typed === draft.postalCode
  const places: readonly PostalPlace[] = isTyped ? found : none
  const fillable = places.length > 0 && draft.provinceId === ''
  useEffect(() => {
    // The places were still loading when the customer typed the code.
    if (fillable) onChange(filledBy(places, draft))
  })
  return {
    places,
    hint:
      all === null
        ? 'field.postalCode.hint'
        : isTyped && isComplete(typed) && places.length === 0
          ? 'field.postalCode.unknown'
          : 'field.postalCode.fills',
    type(text: string) {
      const postalCode = asciiDigits(text)
      setTyped(postalCode)
      // While the code is incomplete, keep the choices: the customer may only be correcting a digit.
      const fills = all !== null && isComplete(postalCode)
      onChange({ postalCode, ...(fills ? filledBy(placesOf(all, postalCode), draft) : {}) })
    },
    choose(choice: Choice) {
      const emptied = { ...('provinceId' in choice ? { districtId: '' } : {}), subdistrictId: '', ...choice }
      const [[part, id] = []] = Object.entries(choice)
      const left = places.filter(place => place[part as keyof PostalPlace] === id)
      if (left.length > 0) return onChange(filledBy(left, { ...draft, ...emptied }))
      onChange({ ...emptied, postalCode: '' })
    },
  } as const
}
