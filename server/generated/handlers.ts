// Generated from contract/calls/ by `npm run generate`. Do not edit.
import type { CallName } from '#contract/calls.ts'
import type { Handlers } from '#server/handler.ts'
import { handler as activity } from '#server/routes/activity.ts'
import { handler as answerHistory } from '#server/routes/answer-history.ts'
import { handler as cancel } from '#server/routes/cancel.ts'
import { handler as confirmConcert } from '#server/routes/confirm-concert.ts'
import { handler as createExport } from '#server/routes/create-export.ts'
import { handler as createReceipt } from '#server/routes/create-receipt.ts'
import { handler as createReward } from '#server/routes/create-reward.ts'
import { handler as deleteCustomer } from '#server/routes/delete-customer.ts'
import { handler as deleteMarketingConsent } from '#server/routes/delete-marketing-consent.ts'
import { handler as deletePhoto } from '#server/routes/delete-photo.ts'
import { handler as deleteReceipt } from '#server/routes/delete-receipt.ts'
import { handler as deleteSession } from '#server/routes/delete-session.ts'
import { handler as deleteSessions } from '#server/routes/delete-sessions.ts'
import { handler as districts } from '#server/routes/districts.ts'
import { handler as draw } from '#server/routes/draw.ts'
import { handler as getCustomer } from '#server/routes/get-customer.ts'
import { handler as getExport } from '#server/routes/get-export.ts'
import { handler as getImage } from '#server/routes/get-image.ts'
import { handler as getMessageSettings } from '#server/routes/get-message-settings.ts'
import { handler as getReceipt } from '#server/routes/get-receipt.ts'
import { handler as getReward } from '#server/routes/get-reward.ts'
import { handler as getRewardQr } from '#server/routes/get-reward-qr.ts'
import { handler as getSessions } from '#server/routes/get-sessions.ts'
import { handler as giveMarketingConsent } from '#server/routes/give-marketing-consent.ts'
import { handler as headImage } from '#server/routes/head-image.ts'
import { handler as healthz } from '#server/routes/healthz.ts'
import { handler as lastAnswer } from '#server/routes/last-answer.ts'
import { handler as logBatch } from '#server/routes/log-batch.ts'
import { handler as logPageView } from '#server/routes/log-page-view.ts'
import { handler as logState } from '#server/routes/log-state.ts'
import { handler as login } from '#server/routes/login.ts'
import { handler as masterAll } from '#server/routes/master-all.ts'
import { handler as openApi } from '#server/routes/open-api.ts'
import { handler as postAnswer } from '#server/routes/post-answer.ts'
import { handler as postCustomer } from '#server/routes/post-customer.ts'
import { handler as provinces } from '#server/routes/provinces.ts'
import { handler as putConsents } from '#server/routes/put-consents.ts'
import { handler as putCustomer } from '#server/routes/put-customer.ts'
import { handler as putMessageSettings } from '#server/routes/put-message-settings.ts'
import { handler as question } from '#server/routes/question.ts'
import { handler as readReceipt } from '#server/routes/read-receipt.ts'
import { handler as readyz } from '#server/routes/readyz.ts'
import { handler as receiptHistory } from '#server/routes/receipt-history.ts'
import { handler as register } from '#server/routes/register.ts'
import { handler as reportWaiting } from '#server/routes/report-waiting.ts'
import { handler as rewardTickets } from '#server/routes/reward-tickets.ts'
import { handler as stores } from '#server/routes/stores.ts'
import { handler as subdistricts } from '#server/routes/subdistricts.ts'
import { handler as updateReceipt } from '#server/routes/update-receipt.ts'
import { handler as uploadImage } from '#server/routes/upload-image.ts'
import { handler as useReward } from '#server/routes/use-reward.ts'
import { handler as visit } from '#server/routes/visit.ts'

/** The handler of each call. The compiler reports a call without one. */
export const handlers: Handlers<CallName> = {
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
