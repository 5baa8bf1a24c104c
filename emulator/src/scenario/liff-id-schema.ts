import * as v from 'valibot'

const LIFF_ID = /^\d{10}-[0-9A-Za-z]{8,16}$/

export const liffIdSchema = v.pipe(v.string(), v.regex(LIFF_ID, '10 digits, "-", 8 to 16 letters or digits'))
