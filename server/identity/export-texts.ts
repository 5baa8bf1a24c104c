import { legalTexts } from '#campaign/legal.ts'
import { MARKETING_VERSION } from '#campaign/marketing.ts'
import { type Lang, langs } from '#contract/languages.ts'
import { normalisedLegalText } from '#contract/rules.ts'
import type { Campaign } from '#server/campaign/clock.ts'
import { documentHash, type LegalDocument, versionOf } from '#server/campaign/legal.ts'
import { sha256Hex } from '#server/hash.ts'
import type { Tables } from '#server/store/tables.ts'

/** The sentences next to the consent checkboxes, as in `src/i18n`. A test compares them. */
export const consentSentences = {
  marketing: {
    th: 'ยินยอมรับข่าวสาร (ไม่บังคับ)\nโปรโมชันและกิจกรรมใหม่ ถอนความยินยอมได้ทุกเมื่อ',
    en: 'Send me news and offers (optional)\nOffers and new campaigns. You can unsubscribe at any time',
  },
  guardian: {
    th: 'ผู้ปกครองของฉันยินยอมให้ร่วมกิจกรรม',
    en: 'My parent or guardian has agreed that I can take part',
  },
} as const

type Consent = Pick<Tables['consent'], 'kind' | 'version' | 'text_sha256'>

const fileOf = (kind: Consent['kind'], lang: Lang): string => `texts/${kind}.${lang}.txt`

/**
 * Returns no files for an earlier version, because only its hash is stored. Returns both languages' files if the
 * consent does not say which language was shown.
 */
export function textFilesOf(campaign: Campaign, { kind, version, text_sha256 }: Consent): string[] {
  const all = langs.map(lang => fileOf(kind, lang))
  if (kind === 'guardian') return all
  if (kind === 'marketing') return version === MARKETING_VERSION ? all : []
  if (text_sha256 !== null)
    return langs.filter(lang => hashOf(kind, lang) === text_sha256).map(lang => fileOf(kind, lang))
  const recorded = campaign[`${kind}_sha256`]
  const isCurrent = recorded === null || recorded === documentHash(kind)
  return version === versionOf(campaign, kind) && isCurrent ? all : []
}

const hashOf = (document: LegalDocument, lang: Lang): string =>
  sha256Hex(normalisedLegalText(legalTexts[document][lang]))

export function consentText(file: string): string {
  const [, kind, lang] = /^texts\/(\w+)\.(th|en)\.txt$/.exec(file) ?? []
  const texts = { ...legalTexts, ...consentSentences }
  return texts[kind as Consent['kind']][lang as Lang]
}
