import * as v from 'valibot'
import type { RouteName } from '#contract/calls.ts'
import * as answer from '#contract/schema/answer.ts'
import { noFields } from '#contract/schema/common.ts'
import * as customer from '#contract/schema/customer.ts'
import * as log from '#contract/schema/log.ts'
import * as master from '#contract/schema/master.ts'
import * as receipt from '#contract/schema/receipt.ts'
import * as reward from '#contract/schema/reward.ts'

/** What each call answers with when it answers 200. */
export const answers = {
  login: customer.sessionAnswer,
  register: customer.registerAnswer,
  cancel: customer.cancelAnswer,
  postCustomer: customer.identityAnswer,
  getCustomer: customer.customer,
  putCustomer: customer.customer,
  deleteCustomer: customer.deleted,
  deleteSession: customer.deleted,
  deleteSessions: customer.deleted,
  deleteMarketingConsent: customer.deleted,
  giveMarketingConsent: customer.marketingConsent,
  deletePhoto: customer.deleted,
  logState: log.logged,
  logPageView: log.logged,
  logBatch: log.logBatchAnswer,
  getReward: reward.reward,
  createReward: reward.reward,
  useReward: reward.useRewardAnswer,
  confirmConcert: reward.confirmConcertAnswer,
  getRewardQr: reward.rewardQr,
  answerHistory: v.array(answer.answer),
  postAnswer: answer.answerAnswer,
  lastAnswer: answer.lastAnswer,
  question: answer.question,
  uploadImage: receipt.uploadedImage,
  headImage: noFields,
  getImage: noFields,
  createReceipt: receipt.receipt,
  receiptHistory: v.array(receipt.receipt),
  getReceipt: receipt.receipt,
  updateReceipt: receipt.receipt,
  deleteReceipt: receipt.voidedReceipt,
  provinces: v.array(master.province),
  districts: v.array(master.district),
  subdistricts: v.array(master.subdistrict),
  stores: v.array(master.store),
  masterAll: master.masterAll,
  activity: master.activity,
  draw: master.draw,
  openApi: v.looseObject({ openapi: v.string() }),
  healthz: master.health,
  readyz: master.health,
} satisfies Record<RouteName, v.GenericSchema>
