import * as english from './legal.en.ts'
import * as thai from './legal.th.ts'
import { legalTemplates } from './legal-facts.ts'

const th = legalTemplates(thai)
const en = legalTemplates(english)

/**
 * The full terms and privacy notice with placeholders. The server compares their hashes with the hash of the text that
 * a customer has seen.
 */
export const legalTexts = {
  terms: { th: th.terms, en: en.terms },
  privacy: { th: th.privacy, en: en.privacy },
} as const
