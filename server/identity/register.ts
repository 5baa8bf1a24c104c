import { MARKETING_VERSION } from '#campaign/marketing.ts'
import type { Body } from '#contract/calls.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import type { LineUser } from '#server/auth/line-user.ts'
import { revokeSessions } from '#server/auth/sessions.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { requireCurrent } from '#server/campaign/legal.ts'
import { ApiError } from '#server/errors.ts'
import type { Random } from '#server/random.ts'
import { lockCustomer } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { checkAddress } from './address.ts'
import { checkAge } from './age.ts'
import { type Consent, recordConsents } from './consents.ts'
import { bindAccount, findCustomerByLineId } from './line-account.ts'
import { claimPhone } from './phone.ts'
import { type CustomerRow, merge, type ProfileInput, requireComplete } from './profile.ts'
import { readCustomer } from './view.ts'

type Form = Body<'register'>
type At = { readonly now: number; readonly random: Random }

/**
 * With identity fields only, the customer is provisional. Any profile field or consent makes this
 * a registration, which throws VALIDATION if incomplete. Does not change a registered customer, so
 * a retry is harmless. Must run in a transaction.
 */
export async function registerCustomer(db: Db, user: LineUser, form: Form, at: At): Promise<CustomerRow> {
  const found = await findOrCreate(db, user, form.logstate ?? null, at)
  await lockCustomer(db, found.id)
  const row = await readCustomer(db, found.id)
  if (row.status === 'cancelled') throw new ApiError('CUSTOMER_CANCELLED')
  if (row.status !== 'provisional' || !isRegistration(form)) return row

  const campaign = await readCampaign(db)
  const profile = merge(row, profileOf(form))
  requireComplete(profile, missingConsents(form))
  const { birth_date, phone } = profile
  if (birth_date === null || phone === null)
    throw new Error('a complete profile must have a birth date and a phone number')
  checkAge(birth_date, { minAge: campaign.min_age, guardian: form.guardianConsent === true, now: at.now })
  requireCurrent(campaign, form)
  await checkAddress(db, profile)
  await claimPhone(db, row.id, phone)
  await db
    .updateTable('customer')
    .set({ ...profile, status: 'registered', version: row.version + 1, updated_at: at.now })
    .where('id', '=', row.id)
    .execute()
  await recordConsents(db, row.id, consentsOf(form, campaign), at)
  // End the sessions that led to the form; the response contains a new one.
  await revokeSessions(db, { customerId: row.id }, at.now)
  return readCustomer(db, row.id)
}

async function findOrCreate(db: Db, user: LineUser, logstate: string | null, at: At): Promise<CustomerRow> {
  const known = await findCustomerByLineId(db, user.lineUserId)
  if (known !== null) return readCustomer(db, known)
  const id = uuidv7(at.now, at.random.bytes(16))
  const bound = await bindAccount(db, user.lineUserId, id)
  if (bound !== id) return readCustomer(db, bound)
  await db
    .insertInto('customer')
    .values({
      id,
      line_user_id: user.lineUserId,
      line_display_name: user.displayName,
      line_picture_url: user.pictureUrl,
      status: 'provisional',
      logstate: logstate || null,
      created_at: at.now,
      updated_at: at.now,
    })
    .execute()
  return readCustomer(db, id)
}

const identityFields: ReadonlySet<string> = new Set(['lineUserId', 'idToken', 'lineAccessToken', 'logstate'])

const isRegistration = (form: Form): boolean => Object.keys(form).some(field => !identityFields.has(field))

function profileOf(form: Form): ProfileInput {
  const { firstName, lastName, phone, email, birthDate, gender, addressLine } = form
  const { provinceId, districtId, subdistrictId, postalCode } = form
  const person = { firstName, lastName, phone, email, birthDate, gender }
  return { ...person, addressLine, provinceId, districtId, subdistrictId, postalCode }
}

function missingConsents(form: Form): string[] {
  return (['consentTerms', 'consentPrivacy'] as const).filter(field => form[field] !== true)
}

function consentsOf(form: Form, campaign: { terms_version: string; privacy_version: string }): Consent[] {
  const { terms_version: terms, privacy_version: privacy } = campaign
  const optional = [
    {
      kind: 'marketing',
      version: form.marketingVersion ?? MARKETING_VERSION,
      granted: form.consentMarketing,
    },
    { kind: 'guardian', version: terms, granted: form.guardianConsent, text: form.termsSha256 },
  ] as const
  return [
    { kind: 'terms', version: terms, granted: true, text: form.termsSha256 },
    { kind: 'privacy', version: privacy, granted: true, text: form.privacySha256 },
    // A box left unticked is not a decision, so it must not look like a withdrawal.
    ...optional.flatMap(({ granted, ...consent }) => (granted === true ? [{ ...consent, granted }] : [])),
  ]
}
