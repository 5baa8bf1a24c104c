// Generated from contract/calls/ by `npm run generate`. Do not edit.
import type { CallName } from '#contract/calls.ts'
import { example as activity } from '#tests/contract/calls/activity.ts'
import { example as answerHistory } from '#tests/contract/calls/answer-history.ts'
import { example as cancel } from '#tests/contract/calls/cancel.ts'
import { example as confirmConcert } from '#tests/contract/calls/confirm-concert.ts'
import { example as createExport } from '#tests/contract/calls/create-export.ts'
import { example as createReceipt } from '#tests/contract/calls/create-receipt.ts'
import { example as createReward } from '#tests/contract/calls/create-reward.ts'
import { example as deleteCustomer } from '#tests/contract/calls/delete-customer.ts'
import { example as deleteMarketingConsent } from '#tests/contract/calls/delete-marketing-consent.ts'
import { example as deletePhoto } from '#tests/contract/calls/delete-photo.ts'
import { example as deleteReceipt } from '#tests/contract/calls/delete-receipt.ts'
import { example as deleteSession } from '#tests/contract/calls/delete-session.ts'
import { example as deleteSessions } from '#tests/contract/calls/delete-sessions.ts'
import { example as districts } from '#tests/contract/calls/districts.ts'
import { example as draw } from '#tests/contract/calls/draw.ts'
import { example as getCustomer } from '#tests/contract/calls/get-customer.ts'
import { example as getExport } from '#tests/contract/calls/get-export.ts'
import { example as getImage } from '#tests/contract/calls/get-image.ts'
import { example as getMessageSettings } from '#tests/contract/calls/get-message-settings.ts'
import { example as getReceipt } from '#tests/contract/calls/get-receipt.ts'
import { example as getReward } from '#tests/contract/calls/get-reward.ts'
import { example as getRewardQr } from '#tests/contract/calls/get-reward-qr.ts'
import { example as getSessions } from '#tests/contract/calls/get-sessions.ts'
import { example as giveMarketingConsent } from '#tests/contract/calls/give-marketing-consent.ts'
import { example as headImage } from '#tests/contract/calls/head-image.ts'
import { example as healthz } from '#tests/contract/calls/healthz.ts'
import { example as lastAnswer } from '#tests/contract/calls/last-answer.ts'
import { example as logBatch } from '#tests/contract/calls/log-batch.ts'
import { example as logPageView } from '#tests/contract/calls/log-page-view.ts'
import { example as logState } from '#tests/contract/calls/log-state.ts'
import { example as login } from '#tests/contract/calls/login.ts'
import { example as masterAll } from '#tests/contract/calls/master-all.ts'
import { example as openApi } from '#tests/contract/calls/open-api.ts'
import { example as postAnswer } from '#tests/contract/calls/post-answer.ts'
import { example as postCustomer } from '#tests/contract/calls/post-customer.ts'
import { example as provinces } from '#tests/contract/calls/provinces.ts'
import { example as putConsents } from '#tests/contract/calls/put-consents.ts'
import { example as putCustomer } from '#tests/contract/calls/put-customer.ts'
import { example as putMessageSettings } from '#tests/contract/calls/put-message-settings.ts'
import { example as question } from '#tests/contract/calls/question.ts'
import { example as readReceipt } from '#tests/contract/calls/read-receipt.ts'
import { example as readyz } from '#tests/contract/calls/readyz.ts'
import { example as receiptHistory } from '#tests/contract/calls/receipt-history.ts'
import { example as register } from '#tests/contract/calls/register.ts'
import { example as reportWaiting } from '#tests/contract/calls/report-waiting.ts'
import { example as rewardTickets } from '#tests/contract/calls/reward-tickets.ts'
import { example as stores } from '#tests/contract/calls/stores.ts'
import { example as subdistricts } from '#tests/contract/calls/subdistricts.ts'
import { example as updateReceipt } from '#tests/contract/calls/update-receipt.ts'
import { example as uploadImage } from '#tests/contract/calls/upload-image.ts'
import { example as useReward } from '#tests/contract/calls/use-reward.ts'
import { example as visit } from '#tests/contract/calls/visit.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

/** The example of each call, for the suites that make every call. The compiler reports a call without one. */
export const examples: { readonly [N in CallName]: CallExample<N> } = {
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
