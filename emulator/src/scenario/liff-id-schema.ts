import { matching } from './values.ts'

/** Source of a regular expression. */
export const LIFF_ID = String.raw`\d{10}-[0-9A-Za-z]{8,16}`

export const liffIdSchema = matching(new RegExp(`^${LIFF_ID}$`), '10 digits, "-", 8 to 16 letters or digits')
