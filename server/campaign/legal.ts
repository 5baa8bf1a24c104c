import { legalTexts } from '#campaign/legal.ts'
import { normalisedLegalText } from '#contract/rules.ts'
import { ApiError } from '#server/errors.ts'
import { sha256Hex } from '#server/hash.ts'
import type { Campaign } from './clock.ts'

export type LegalDocument = 'terms' | 'privacy'
export const legalDocuments: readonly LegalDocument[] = ['terms', 'privacy']

const hashesOf = (document: LegalDocument): readonly string[] =>
  Object.values(legalTexts[document]).map(text => sha256Hex(normalisedLegalText(text)))
const hashes = { terms: hashesOf('terms'), privacy: hashesOf('privacy') }

/** Hashes of the legal texts in the deployed build, in every language. */
export const shownHashes: readonly string[] = legalDocuments.flatMap(document => hashes[document])

/** The hash covers all languages, so it changes when the text in any of them changes. */
export const documentHash = (document: LegalDocument): string => sha256Hex(hashes[document].join())

/** Older builds and other clients omit these fields. */
export type Shown = {
  readonly termsVersion?: string | undefined
  readonly privacyVersion?: string | undefined
  readonly termsSha256?: string | undefined
  readonly privacySha256?: string | undefined
}

/** Throws TERMS_CHANGED if the customer has seen a different version or text. Missing fields are accepted. */
export function requireCurrent(campaign: Campaign, shown: Shown): void {
  const { terms_version: termsVersion, privacy_version: privacyVersion } = campaign
  const isCurrent =
    (shown.termsVersion ?? termsVersion) === termsVersion &&
    (shown.privacyVersion ?? privacyVersion) === privacyVersion &&
    isKnown('terms', shown.termsSha256) &&
    isKnown('privacy', shown.privacySha256)
  if (!isCurrent) throw new ApiError('TERMS_CHANGED', { current: { termsVersion, privacyVersion } })
}

const isKnown = (document: LegalDocument, hash: string | undefined): boolean =>
  hash === undefined || hashes[document].includes(hash)

export const versionOf = (campaign: Campaign, document: LegalDocument): string =>
  document === 'terms' ? campaign.terms_version : campaign.privacy_version
