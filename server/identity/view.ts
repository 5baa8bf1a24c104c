import type { Customer } from '#contract/schema/customer.ts'
import { isoOf } from '#contract/time.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { ApiError } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'
import { allowsMarketing, changedTexts, latestConsents } from './consents.ts'
import { shownPicture } from './line-profile.ts'
import { fromE164 } from './phone.ts'
import type { CustomerRow } from './profile.ts'

/** Throws UNAUTHORIZED if the row is missing, because the id comes from a session. */
export async function readCustomer(db: Db, customerId: string): Promise<CustomerRow> {
  const row = await db.selectFrom('customer').selectAll().where('id', '=', customerId).executeTakeFirst()
  if (!row) throw new ApiError('UNAUTHORIZED')
  return row
}

export async function viewCustomer(db: Db, row: CustomerRow): Promise<Customer> {
  const latest = await latestConsents(db, row.id)
  const { terms, privacy, marketing } = latest
  const shown = (consent: typeof terms) =>
    consent?.granted ? { version: consent.version, at: isoOf(consent.at) } : null
  return {
    id: row.id,
    lineUserId: row.line_user_id ?? '',
    lineDisplayName: row.line_display_name,
    linePictureUrl: shownPicture(row.line_picture_url),
    status: row.status,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone === null ? null : fromE164(row.phone),
    email: row.email,
    birthDate: row.birth_date,
    gender: row.gender,
    addressLine: row.address_line,
    provinceId: row.province_id,
    districtId: row.district_id,
    subdistrictId: row.subdistrict_id,
    postalCode: row.postal_code,
    consents: {
      terms: shown(terms),
      privacy: shown(privacy),
      marketing: allowsMarketing(marketing),
      changed: row.status === 'registered' ? changedTexts(await readCampaign(db), latest) : [],
    },
    version: row.version,
    createdAt: isoOf(row.created_at),
  }
}
