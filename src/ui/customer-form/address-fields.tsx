import { useDeferredValue, useEffect, useMemo } from 'react'
import { useApp } from '#src/app-context.ts'
import { type Lang, languages } from '#src/i18n/languages.ts'
import { Button } from '#src/ui/button.tsx'
import css from '#src/ui/field.module.css'
import { Notice } from '#src/ui/notice.tsx'
import { type Option, SelectField } from '#src/ui/select-field.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useText } from '#src/ui/use-text.ts'
import type { CustomerFormProps } from './person-fields.tsx'

const none: readonly never[] = []

type Place = { readonly id: number; readonly nameTh: string; readonly nameEn?: string }

/**
 * Address fields. The options of each list depend on the field before it, and the subdistrict fills in the
 * postal code.
 */
export function AddressFields({ draft, onChange, errorOf }: CustomerFormProps) {
  const { master } = useApp()
  const { t, lang } = useText()
  useEffect(() => {
    void master.load()
  }, [master])
  const { provinceId, districtId } = draft
  const all = master.provinces.value
  const districts = provinceId === '' ? none : master.districts(Number(provinceId))
  const subdistricts = districtId === '' ? none : master.subdistricts(Number(districtId))
  const newest = useMemo(
    () => ({
      provinces: optionsOf(all, lang),
      districts: optionsOf(districts, lang),
      subdistricts: optionsOf(subdistricts, lang),
      postalCodeOf: (id: string) => subdistricts.find(one => String(one.id) === id)?.postalCode ?? '',
    }),
    [all, districts, subdistricts, lang],
  )
  const lists = useDeferredValue(newest)
  const needed = [
    all,
    ...(provinceId === '' ? [] : [districts]),
    ...(districtId === '' ? [] : [subdistricts]),
  ]
  const missing = master.state.value.state === 'failed' && needed.some(list => list.length === 0)
  const select = (name: 'provinceId' | 'districtId' | 'subdistrictId') => ({
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
        maxLength={200}
        value={draft.addressLine}
        error={errorOf('addressLine')}
        onChange={addressLine => onChange({ addressLine })}
      />
      {missing && (
        <Notice
          live
          severity="warning"
          title={t('form.master')}
          action={
            <Button small kind="secondary" icon="rotate" onClick={() => void master.load()}>
              {t('action.retry')}
            </Button>
          }
        />
      )}
      <SelectField
        {...select('provinceId')}
        options={lists.provinces}
        onChange={provinceId => onChange({ provinceId, districtId: '', subdistrictId: '', postalCode: '' })}
      />
      <div className={css.pair}>
        <SelectField
          {...select('districtId')}
          disabled={provinceId === ''}
          options={lists.districts}
          onChange={districtId => onChange({ districtId, subdistrictId: '', postalCode: '' })}
        />
        <SelectField
          {...select('subdistrictId')}
          disabled={districtId === ''}
          options={lists.subdistricts}
          onChange={subdistrictId =>
            onChange({ subdistrictId, postalCode: lists.postalCodeOf(subdistrictId) })
          }
        />
      </div>
      <TextField
        name="postalCode"
        label={t('field.postalCode')}
        hint={t('field.postalCode.hint')}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={5}
        readOnly
        value={draft.postalCode}
        error={errorOf('postalCode')}
        onChange={postalCode => onChange({ postalCode })}
      />
    </>
  )
}

function optionsOf(places: readonly Place[], lang: Lang): readonly Option[] {
  const { placeName, sortsPlaces } = languages[lang]
  const options = places.map(place => ({ value: String(place.id), label: placeName(place) }))
  return sortsPlaces ? options.sort((a, b) => (a.label < b.label ? -1 : 1)) : options
}
