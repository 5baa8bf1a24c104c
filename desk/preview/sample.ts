import type { CustomerScreens } from '#contract/desk/screens.ts'
import type { Customer } from '#contract/schema/customer.ts'
import type { ReceiptDraft } from '#src/state/types.ts'
import type { ShowMessage } from './protocol.ts'

const name = 'สมหมาย'
const lineUserId = `U${'0'.repeat(32)}`

export const sampleProfile = { userId: lineUserId, displayName: name, pictureUrl: null }

export function sampleCustomer(
  { activity, reward }: CustomerScreens,
  agreed: ShowMessage['agreed'],
): Customer {
  const at = activity.serverTime
  return {
    id: reward.customerId,
    lineUserId,
    lineDisplayName: name,
    linePictureUrl: null,
    status: 'registered',
    firstName: name,
    lastName: 'ตัวอย่าง',
    phone: '0800000000',
    email: null,
    birthDate: null,
    gender: null,
    addressLine: null,
    provinceId: null,
    districtId: null,
    subdistrictId: null,
    postalCode: null,
    consents: {
      terms: { version: agreed.terms, at },
      privacy: { version: agreed.privacy, at },
      marketing: false,
      changed: [
        ...(agreed.terms === activity.termsVersion ? [] : (['terms'] as const)),
        ...(agreed.privacy === activity.privacyVersion ? [] : (['privacy'] as const)),
      ],
    },
    version: 1,
    createdAt: at,
  }
}

export const emptyDraft: Omit<ReceiptDraft, 'id'> = {
  version: null,
  storeId: null,
  receiptNo: '',
  amount: '',
  purchasedAt: '',
  photos: [],
  kept: [],
}
