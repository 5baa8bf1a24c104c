import type { Customer } from '#contract/schema/customer.ts'
import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { Card } from '#src/ui/page.tsx'
import { useLoaded } from '#src/ui/use-load.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './profile.module.css'

export function Contact({ customer }: { readonly customer: Customer }) {
  const { master } = useApp()
  const { t, f } = useText(accountTexts)
  useLoaded(master)
  const province = master.provinces.value.find(one => one.id === customer.provinceId)
  const district = master.districts(customer.provinceId ?? 0).find(one => one.id === customer.districtId)
  const subdistrict = master
    .subdistricts(customer.districtId ?? 0)
    .find(one => one.id === customer.subdistrictId)
  const address = [
    customer.addressLine,
    subdistrict?.nameTh,
    district?.nameTh,
    province && f.content(province.nameTh, province.nameEn),
    customer.postalCode,
  ].filter(Boolean)
  const rows = [
    [t('field.phone'), customer.phone === null ? '' : maskPhone(customer.phone)],
    [t('field.email'), customer.email ?? ''],
    [t('profile.address'), address.join(' ')],
  ] as const
  return (
    <Card title={t('profile.contact')}>
      <dl className={css.rows}>
        {rows
          .filter(([, value]) => value !== '')
          .map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Card>
  )
}

/** Both `0812345678` and `+66812345678` become `08x-xxx-5678`. */
function maskPhone(phone: string): string {
  const local = phone.replace(/^\+66/, '0')
  return `${local.slice(0, 2)}x-xxx-${local.slice(-4)}`
}
