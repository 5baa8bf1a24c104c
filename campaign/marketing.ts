/**
 * Version of the sentence with which customers agree to marketing messages (`register.marketing`,
 * `profile.marketing` and `register.marketingText` in `src/i18n`). Give it a new version if the sentence allows more
 * than before. Every version starts with `marketing-`.
 */
export const MARKETING_VERSION = 'marketing-1'
