// Generated from contract/calls/ by `npm run generate`. Do not edit.
import { answer as activity } from '#contract/calls/activity.ts'
import { answer as answerHistory } from '#contract/calls/answer-history.ts'
import { answer as cancel } from '#contract/calls/cancel.ts'
import { answer as confirmConcert } from '#contract/calls/confirm-concert.ts'
import { answer as createExport } from '#contract/calls/create-export.ts'
import { answer as createReceipt } from '#contract/calls/create-receipt.ts'
import { answer as createReward } from '#contract/calls/create-reward.ts'
import { answer as deleteMarketingConsent } from '#contract/calls/delete-marketing-consent.ts'
import { answer as deletePhoto } from '#contract/calls/delete-photo.ts'
import { answer as deleteReceipt } from '#contract/calls/delete-receipt.ts'
import { answer as deleteSession } from '#contract/calls/delete-session.ts'
import { answer as districts } from '#contract/calls/districts.ts'
import { answer as draw } from '#contract/calls/draw.ts'
import { answer as getCustomer } from '#contract/calls/get-customer.ts'
import { answer as getImage } from '#contract/calls/get-image.ts'
import { answer as getMessageSettings } from '#contract/calls/get-message-settings.ts'
import { answer as getReceipt } from '#contract/calls/get-receipt.ts'
import { answer as getReward } from '#contract/calls/get-reward.ts'
import { answer as getRewardQr } from '#contract/calls/get-reward-qr.ts'
import { answer as giveMarketingConsent } from '#contract/calls/give-marketing-consent.ts'
import { answer as headImage } from '#contract/calls/head-image.ts'
import { answer as lastAnswer } from '#contract/calls/last-answer.ts'
import { answer as logBatch } from '#contract/calls/log-batch.ts'
import { answer as logPageView } from '#contract/calls/log-page-view.ts'
import { answer as logState } from '#contract/calls/log-state.ts'
import { answer as login } from '#contract/calls/login.ts'
import { answer as masterAll } from '#contract/calls/master-all.ts'
import { answer as postAnswer } from '#contract/calls/post-answer.ts'
import { answer as postCustomer } from '#contract/calls/post-customer.ts'
import { answer as provinces } from '#contract/calls/provinces.ts'
import { answer as putConsents } from '#contract/calls/put-consents.ts'
import { answer as putCustomer } from '#contract/calls/put-customer.ts'
import { answer as putMessageSettings } from '#contract/calls/put-message-settings.ts'
import { answer as question } from '#contract/calls/question.ts'
import { answer as readReceipt } from '#contract/calls/read-receipt.ts'
import { answer as receiptHistory } from '#contract/calls/receipt-history.ts'
import { answer as register } from '#contract/calls/register.ts'
import { answer as reportWaiting } from '#contract/calls/report-waiting.ts'
import { answer as rewardTickets } from '#contract/calls/reward-tickets.ts'
import { answer as stores } from '#contract/calls/stores.ts'
import { answer as subdistricts } from '#contract/calls/subdistricts.ts'
import { answer as updateReceipt } from '#contract/calls/update-receipt.ts'
import { answer as uploadImage } from '#contract/calls/upload-image.ts'
import { answer as useReward } from '#contract/calls/use-reward.ts'
import { answer as visit } from '#contract/calls/visit.ts'

/** The schema of the answer to each call that the app makes, without the rest of the definition. */
export const answers = {
  activity,
  answerHistory,
  cancel,
  confirmConcert,
  createExport,
  createReceipt,
  createReward,
  deleteMarketingConsent,
  deletePhoto,
  deleteReceipt,
  deleteSession,
  districts,
  draw,
  getCustomer,
  getImage,
  getMessageSettings,
  getReceipt,
  getReward,
  getRewardQr,
  giveMarketingConsent,
  headImage,
  lastAnswer,
  logBatch,
  logPageView,
  logState,
  login,
  masterAll,
  postAnswer,
  postCustomer,
  provinces,
  putConsents,
  putCustomer,
  putMessageSettings,
  question,
  readReceipt,
  receiptHistory,
  register,
  reportWaiting,
  rewardTickets,
  stores,
  subdistricts,
  updateReceipt,
  uploadImage,
  useReward,
  visit,
}
