/** Clears all columns of `customer` with personal data; shared by erasure and retention. */
export const clearedPersonalData = {
  line_user_id: null,
  line_display_name: null,
  line_picture_url: null,
  first_name: null,
  last_name: null,
  phone: null,
  email: null,
  birth_date: null,
  gender: null,
  address_line: null,
  province_id: null,
  district_id: null,
  subdistrict_id: null,
  postal_code: null,
  logstate: null,
} as const
