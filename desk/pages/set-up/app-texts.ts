import { en } from '#src/i18n/en.ts'
import type { TextKey } from '#src/i18n/keys.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { answerTexts } from '#src/i18n/th/answers.ts'
import { factsTexts } from '#src/i18n/th/facts.ts'
import { helpTexts } from '#src/i18n/th/help.ts'
import { landingTexts } from '#src/i18n/th/landing.ts'
import { messageTexts } from '#src/i18n/th/messages.ts'
import { receiptTexts } from '#src/i18n/th/receipts.ts'
import { reportTexts } from '#src/i18n/th/reports.ts'
import { resultTexts } from '#src/i18n/th/result.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { ticketTexts } from '#src/i18n/th/tickets.ts'
import { updateTexts } from '#src/i18n/th/update.ts'
import { writeTexts } from '#src/i18n/th/writes.ts'
import { first } from '#src/i18n/th.ts'
import { later } from '#src/i18n/th-later.ts'

const th: Readonly<Record<TextKey, string>> = {
  ...first,
  ...later,
  ...accountTexts,
  ...answerTexts,
  ...factsTexts,
  ...helpTexts,
  ...landingTexts,
  ...messageTexts,
  ...receiptTexts,
  ...reportTexts,
  ...resultTexts,
  ...rewardTexts,
  ...ticketTexts,
  ...updateTexts,
  ...writeTexts,
}

/** Strips the zero-width characters that mark possible line breaks in Thai text. */
const visible = (text: string): string => text.replaceAll('\u200b', '')

/** The customer app's strings in both languages, sorted by key. */
export const allTexts = () =>
  (Object.keys(th) as TextKey[])
    .map(key => ({ key, th: visible(th[key]), en: en[key] }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
