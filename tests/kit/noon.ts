/** Default start time of tests in milliseconds since 1970: noon in Bangkok. */
export const NOON = Date.parse('2026-11-20T12:00:00+07:00')
