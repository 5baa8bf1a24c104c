// Generated from contract/calls/ by `npm run generate`. Do not edit.
import { request } from '#contract/request.ts'

/** How to send each call that the app makes: the part of the definitions that its first script needs. */
export const requests = {
  activity: request('GET', '/api/master/activity', 'none', 'none'),
  answerHistory: request('GET', '/api/answer/customerHistory'),
  cancel: request('POST', '/api/authorization/cancel', 'json'),
  confirmConcert: request('POST', '/api/reward/confirm-concert', 'json'),
  createReceipt: request('POST', '/api/receipt', 'json'),
  createReward: request('POST', '/api/reward', 'json'),
  deleteMarketingConsent: request('DELETE', '/api/customer/consent/marketing'),
  deletePhoto: request('DELETE', '/api/customer/photo'),
  deleteReceipt: request('DELETE', '/api/receipt/:id'),
  deleteSession: request('DELETE', '/api/customer/session'),
  districts: request('GET', '/api/master/district', 'none', 'none'),
  draw: request('GET', '/api/draw/:id', 'none', 'none'),
  getCustomer: request('GET', '/api/customer'),
  getImage: request('GET', '/api/receipt/image/:sha256'),
  getReceipt: request('GET', '/api/receipt/:id'),
  getReward: request('GET', '/api/reward'),
  getRewardQr: request('GET', '/api/reward/qr'),
  giveMarketingConsent: request('PUT', '/api/customer/consent/marketing'),
  headImage: request('HEAD', '/api/receipt/image/:sha256'),
  lastAnswer: request('GET', '/api/answer/last'),
  logBatch: request('POST', '/api/log/batch', 'json'),
  logPageView: request('POST', '/api/logpageview', 'json'),
  logState: request('POST', '/api/logstate', 'json'),
  login: request('POST', '/api/authorization/login', 'form', 'none'),
  masterAll: request('GET', '/api/master/all', 'none', 'none'),
  postAnswer: request('POST', '/api/answer', 'json'),
  postCustomer: request('POST', '/api/customer', 'json'),
  provinces: request('GET', '/api/master/province', 'none', 'none'),
  putCustomer: request('PUT', '/api/customer', 'json'),
  question: request('GET', '/api/answer/question'),
  receiptHistory: request('GET', '/api/receipt/customerHistory'),
  register: request('POST', '/api/authorization/register', 'form', 'none'),
  stores: request('GET', '/api/master/store', 'none', 'none'),
  subdistricts: request('GET', '/api/master/subdistrict', 'none', 'none'),
  updateReceipt: request('PUT', '/api/receipt/:id', 'json'),
  uploadImage: request('PUT', '/api/receipt/image/:sha256', 'bytes'),
  useReward: request('POST', '/api/reward/use', 'json'),
}

/** The lane of each call that the outbox can hold: calls with a lane and an idempotency key. */
export const lanes = {
  confirmConcert: 'reward',
  createReceipt: 'receipt',
  deleteReceipt: 'receipt',
  postAnswer: 'answer',
  putCustomer: 'profile',
  updateReceipt: 'receipt',
  useReward: 'reward',
} as const
