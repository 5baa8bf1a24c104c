// Generated from contract/calls/ by `npm run generate`. Do not edit.
import { call as activity } from '#contract/calls/activity.ts'
import { call as answerHistory } from '#contract/calls/answer-history.ts'
import { call as cancel } from '#contract/calls/cancel.ts'
import { call as confirmConcert } from '#contract/calls/confirm-concert.ts'
import { call as createExport } from '#contract/calls/create-export.ts'
import { call as createReceipt } from '#contract/calls/create-receipt.ts'
import { call as createReward } from '#contract/calls/create-reward.ts'
import { call as deleteCustomer } from '#contract/calls/delete-customer.ts'
import { call as deleteMarketingConsent } from '#contract/calls/delete-marketing-consent.ts'
import { call as deletePhoto } from '#contract/calls/delete-photo.ts'
import { call as deleteReceipt } from '#contract/calls/delete-receipt.ts'
import { call as deleteSession } from '#contract/calls/delete-session.ts'
import { call as deleteSessions } from '#contract/calls/delete-sessions.ts'
import { call as districts } from '#contract/calls/districts.ts'
import { call as draw } from '#contract/calls/draw.ts'
import { call as getCustomer } from '#contract/calls/get-customer.ts'
import { call as getExport } from '#contract/calls/get-export.ts'
import { call as getImage } from '#contract/calls/get-image.ts'
import { call as getMessageSettings } from '#contract/calls/get-message-settings.ts'
import { call as getReceipt } from '#contract/calls/get-receipt.ts'
import { call as getReward } from '#contract/calls/get-reward.ts'
import { call as getRewardQr } from '#contract/calls/get-reward-qr.ts'
import { call as getSessions } from '#contract/calls/get-sessions.ts'
import { call as giveMarketingConsent } from '#contract/calls/give-marketing-consent.ts'
import { call as headImage } from '#contract/calls/head-image.ts'
import { call as healthz } from '#contract/calls/healthz.ts'
import { call as lastAnswer } from '#contract/calls/last-answer.ts'
import { call as logBatch } from '#contract/calls/log-batch.ts'
import { call as logPageView } from '#contract/calls/log-page-view.ts'
import { call as logState } from '#contract/calls/log-state.ts'
import { call as login } from '#contract/calls/login.ts'
import { call as masterAll } from '#contract/calls/master-all.ts'
import { call as openApi } from '#contract/calls/open-api.ts'
import { call as postAnswer } from '#contract/calls/post-answer.ts'
import { call as postCustomer } from '#contract/calls/post-customer.ts'
import { call as provinces } from '#contract/calls/provinces.ts'
import { call as putConsents } from '#contract/calls/put-consents.ts'
import { call as putCustomer } from '#contract/calls/put-customer.ts'
import { call as putMessageSettings } from '#contract/calls/put-message-settings.ts'
import { call as question } from '#contract/calls/question.ts'
import { call as readReceipt } from '#contract/calls/read-receipt.ts'
import { call as readyz } from '#contract/calls/readyz.ts'
import { call as receiptHistory } from '#contract/calls/receipt-history.ts'
import { call as register } from '#contract/calls/register.ts'
import { call as reportWaiting } from '#contract/calls/report-waiting.ts'
import { call as rewardTickets } from '#contract/calls/reward-tickets.ts'
import { call as stores } from '#contract/calls/stores.ts'
import { call as subdistricts } from '#contract/calls/subdistricts.ts'
import { call as updateReceipt } from '#contract/calls/update-receipt.ts'
import { call as uploadImage } from '#contract/calls/upload-image.ts'
import { call as useReward } from '#contract/calls/use-reward.ts'
import { call as visit } from '#contract/calls/visit.ts'

/** Every call of the product API by name. */
export const definitions = {
  activity,
  answerHistory,
  cancel,
  confirmConcert,
  createExport,
  createReceipt,
  createReward,
  deleteCustomer,
  deleteMarketingConsent,
  deletePhoto,
  deleteReceipt,
  deleteSession,
  deleteSessions,
  districts,
  draw,
  getCustomer,
  getExport,
  getImage,
  getMessageSettings,
  getReceipt,
  getReward,
  getRewardQr,
  getSessions,
  giveMarketingConsent,
  headImage,
  healthz,
  lastAnswer,
  logBatch,
  logPageView,
  logState,
  login,
  masterAll,
  openApi,
  postAnswer,
  postCustomer,
  provinces,
  putConsents,
  putCustomer,
  putMessageSettings,
  question,
  readReceipt,
  readyz,
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
