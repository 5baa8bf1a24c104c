/** The moment at which tests begin unless they say otherwise: noon in Bangkok, milliseconds since 1970. */
export const NOON = Date.parse('2026-11-20T12:00:00+07:00')
