/**
 * Version of the marketing consent sentence (`register.marketing`, `profile.marketing` and `register.marketingText` in
 * `src/i18n`). Change it if the sentence allows more than before. It must start with `marketing-`.
 */
export const MARKETING_VERSION = 'marketing-1'
