/** A complete and valid profile, as the registration form sends it. The address is in Bangkok's first district. */
export const profileForm = {
  firstName: 'สมชาย',
  lastName: 'ใจดี',
  birthDate: '1990-05-17',
  gender: 'male',
  addressLine: '99/1 ถนนหน้าพระลาน',
  provinceId: '10',
  districtId: '1001',
  subdistrictId: '100101',
  postalCode: '10200',
} as const
