import { useDeferredValue, useMemo } from 'react'
import { useApp } from '#src/app-context.ts'
import { type Lang, languages } from '#src/i18n/languages.ts'
import css from '#src/ui/field.module.css'
import { Notice } from '#src/ui/notice.tsx'
import { type Option, SelectField } from '#src/ui/select-field.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useLoaded } from '#src/ui/use-load.ts'
import { useText } from '#src/ui/use-text.ts'
import type { CustomerFormProps } from './person-fields.tsx'
import type { PostalPlace } from './postal-code.ts'
import { usePostalCode } from './use-postal-code.ts'

const none: readonly never[] = []

type Place = { readonly id: number; readonly nameTh: string; readonly nameEn?: string }
type Part = keyof PostalPlace

/**
 * A typed postal code fills in fields and shortens the lists. Without one, each list depends on the field before it,
 * and choosing a subdistrict fills in the code.
 */
export function AddressFields({ draft, onChange, errorOf }: CustomerFormProps) {
  const { master } = useApp()
  const { t } = useText()
  useLoaded(master)
  const postal = usePostalCode({ draft, onChange })
  const lists = useLists(draft, postal.places)
  const select = (name: Part) => ({
    name,
    label: t(`field.${name}`),
    placeholder: t(`field.choose.${name}`),
    value: draft[name],
    error: errorOf(name),
  })

  return (
    <>
      <TextField
        name="addressLine"
        label={t('field.addressLine')}
        hint={t('field.addressLine.hint')}
        autoComplete="street-address"
        enterKeyHint="next"
        maxLength={200}
        value={draft.addressLine}
        error={errorOf('addressLine')}
        onChange={addressLine => onChange({ addressLine })}
      />
      <TextField
        name="postalCode"
        label={t('field.postalCode')}
        hint={t(postal.hint)}
        inputMode="numeric"
        autoComplete="postal-code"
        enterKeyHint="next"
        maxLength={5}
        value={draft.postalCode}
        error={errorOf('postalCode')}
        onChange={postal.type}
      />
      {lists.missing && (
        <Notice
          live
          severity="warning"
          title={t('form.master')}
          button={{ text: t('action.retry'), icon: 'rotate', onClick: () => void master.load() }}
        />
      )}
      <SelectField
        {...select('provinceId')}
        autoComplete="address-level1"
        options={lists.provinces}
        onChange={provinceId => postal.choose({ provinceId })}
      />
      <div className={css.pair}>
        <SelectField
          {...select('districtId')}
          autoComplete="address-level2"
          disabled={draft.provinceId === ''}
          options={lists.districts}
          onChange={districtId => postal.choose({ districtId })}
        />
        <SelectField
          {...select('subdistrictId')}
          autoComplete="address-level3"
          disabled={draft.districtId === ''}
          options={lists.subdistricts}
          onChange={subdistrictId =>
            onChange({ subdistrictId, postalCode: lists.postalCodeOf(subdistrictId) })
          }
        />
      </div>
    </>
  )
}

/** A non-empty `places` limits the districts and subdistricts. */
function useLists({ provinceId, districtId }: CustomerFormProps['draft'], places: readonly PostalPlace[]) {
  const { master } = useApp()
  const { lang } = useText()
  const provinces = master.provinces.value
  const districts = provinceId === '' ? none : master.districts(Number(provinceId))
  const subdistricts = districtId === '' ? none : master.subdistricts(Number(districtId))
  const newest = useMemo(() => {
    const within = <P extends Place>(list: readonly P[], part: Part): readonly P[] =>
      places.length === 0 ? list : list.filter(({ id }) => places.some(place => place[part] === String(id)))
    return {
      provinces: optionsOf(provinces, lang),
      districts: optionsOf(within(districts, 'districtId'), lang),
      subdistricts: optionsOf(within(subdistricts, 'subdistrictId'), lang),
      postalCodeOf: (id: string) => subdistricts.find(one => String(one.id) === id)?.postalCode ?? '',
    }
  }, [provinces, districts, subdistricts, places, lang])
  const needed = [
    provinces,
    ...(provinceId === '' ? [] : [districts]),
    ...(districtId === '' ? [] : [subdistricts]),
  ]
  const missing = master.state.value.state === 'failed' && needed.some(list => list.length === 0)
  return { ...useDeferredValue(newest), missing }
}

function optionsOf(places: readonly Place[], lang: Lang): readonly Option[] {
  const { placeName, sortsPlaces } = languages[lang]
  const options = places.map(place => ({ value: String(place.id), label: placeName(place) }))
  return sortsPlaces ? options.sort((a, b) => (a.label < b.label ? -1 : 1)) : options
}
