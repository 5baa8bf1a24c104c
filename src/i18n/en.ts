import { campaign } from '#campaign/texts.en.ts'
import { accountTexts } from './en/account.ts'
import { activity } from './en/activity.ts'
import { answerTexts } from './en/answers.ts'
import { common } from './en/common.ts'
import { errors } from './en/errors.ts'
import { factsTexts } from './en/facts.ts'
import { fields } from './en/fields.ts'
import { helpTexts } from './en/help.ts'
import { landingTexts } from './en/landing.ts'
import { messageTexts } from './en/messages.ts'
import { receiptTexts } from './en/receipts.ts'
import { reportTexts } from './en/reports.ts'
import { resultTexts } from './en/result.ts'
import { rewardTexts } from './en/rewards.ts'
import { startup } from './en/startup.ts'
import { ticketTexts } from './en/tickets.ts'
import { updateTexts } from './en/update.ts'
import { writeTexts } from './en/writes.ts'
import type { Dictionary, TextKey } from './keys.ts'

/** English strings, loaded only if the customer uses English. */
export const en = {
  ...errors,
  ...common,
  ...startup,
  ...campaign,
  ...fields,
  ...activity,
  ...accountTexts,
  ...answerTexts,
  ...writeTexts,
  ...messageTexts,
  ...receiptTexts,
  ...rewardTexts,
  ...ticketTexts,
  ...reportTexts,
  ...resultTexts,
  ...updateTexts,
  ...landingTexts,
  ...factsTexts,
  ...helpTexts,
} satisfies Dictionary<TextKey>
