import * as v from 'valibot'
import * as answer from '#contract/schema/answer.ts'
import { noFields, page } from '#contract/schema/common.ts'
import * as log from '#contract/schema/log.ts'
import * as receipt from '#contract/schema/receipt.ts'
import * as reward from '#contract/schema/reward.ts'
import { define } from './define.ts'

const campaignErrors = ['CAMPAIGN_NOT_STARTED', 'CAMPAIGN_ENDED'] as const
const receiptErrors = [
  ...campaignErrors,
  'IMAGE_MISSING',
  'RECEIPT_DUPLICATE',
  'OUT_OF_PERIOD',
  'STORE_CLOSED',
  'BELOW_MINIMUM',
] as const

export const logRoutes = {
  logState: define({
    method: 'POST',
    path: '/api/logstate',
    body: log.logStateBody,
    answer: log.logged,
    errors: ['FORBIDDEN'],
    lane: 'log',
    summary: 'Keep where a customer came from and on what system.',
  }),
  logPageView: define({
    method: 'POST',
    path: '/api/logpageview',
    body: log.logPageViewBody,
    answer: log.logged,
    errors: ['FORBIDDEN'],
    lane: 'log',
    summary: 'Keep one page view.',
  }),
  logBatch: define({
    method: 'POST',
    path: '/api/log/batch',
    body: log.logBatchBody,
    answer: log.logBatchAnswer,
    lane: 'log',
    summary: 'Keep up to a hundred log events; a repeated event id counts once.',
  }),
}

export const rewardRoutes = {
  getReward: define({
    method: 'GET',
    path: '/api/reward',
    answer: reward.reward,
    errors: ['REWARD_NOT_CREATED'],
    summary: "The customer's reward object.",
  }),
  createReward: define({
    method: 'POST',
    path: '/api/reward',
    body: noFields,
    answer: reward.reward,
    errors: campaignErrors,
    summary: 'Create the reward object; every repeat answers the same one.',
  }),
  useReward: define({
    method: 'POST',
    path: '/api/reward/use',
    body: reward.useRewardBody,
    answer: reward.useRewardAnswer,
    errors: [
      'REWARD_LOCKED',
      'REWARD_USED',
      'OUT_OF_STOCK',
      'OUT_OF_PERIOD',
      'STAFF_PIN_WRONG',
      'STAFF_PIN_LOCKED',
      'REWARD_NOT_CREATED',
    ],
    statuses: { OUT_OF_PERIOD: 409 },
    idempotent: true,
    lane: 'reward',
    summary: 'Use one reward, once.',
  }),
  confirmConcert: define({
    method: 'POST',
    path: '/api/reward/confirm-concert',
    body: reward.confirmConcertBody,
    answer: reward.confirmConcertAnswer,
    errors: ['NOT_A_WINNER', 'CONFIRM_CLOSED'],
    idempotent: true,
    lane: 'reward',
    summary: 'A winner confirms or declines the concert seat.',
  }),
  getRewardQr: define({
    method: 'GET',
    path: '/api/reward/qr',
    answer: reward.rewardQr,
    errors: ['REWARD_NOT_CREATED'],
    summary: 'The personal check-in code of the moment.',
  }),
}

export const answerRoutes = {
  answerHistory: define({
    method: 'GET',
    path: '/api/answer/customerHistory',
    query: v.strictObject(page),
    answer: v.array(answer.answer),
    summary: 'Past answers, newest first.',
  }),
  postAnswer: define({
    method: 'POST',
    path: '/api/answer',
    body: answer.answerBody,
    answer: answer.answerAnswer,
    errors: [...campaignErrors, 'QUESTION_CLOSED', 'ANSWERED'],
    idempotent: true,
    lane: 'answer',
    summary: 'Answer the current question, or change the answer while it is open.',
  }),
  lastAnswer: define({
    method: 'GET',
    path: '/api/answer/last',
    answer: answer.lastAnswer,
    summary: 'The newest answer.',
  }),
  question: define({
    method: 'GET',
    path: '/api/answer/question',
    answer: answer.question,
    summary: 'The question of the moment, or null.',
  }),
}

export const receiptRoutes = {
  uploadImage: define({
    method: 'PUT',
    path: '/api/receipt/image/:sha256',
    bodyKind: 'bytes',
    params: receipt.imageParams,
    answer: receipt.uploadedImage,
    errors: ['IMAGE_TYPE', 'IMAGE_HASH', 'IMAGE_DIMENSIONS', 'IMAGE_QUOTA'],
    summary:
      'Store a photo under its hash, whole or in pieces by `Content-Range`; a repeat answers the same.',
  }),
  headImage: define({
    method: 'HEAD',
    path: '/api/receipt/image/:sha256',
    params: receipt.imageParams,
    answer: noFields,
    summary: 'How much of an unfinished upload is kept, in `Upload-Offset`.',
  }),
  getImage: define({
    method: 'GET',
    path: '/api/receipt/image/:sha256',
    params: receipt.imageParams,
    answer: noFields,
    cache: 'private-image',
    summary: 'The bytes of a photo, for its owner.',
  }),
  createReceipt: define({
    method: 'POST',
    path: '/api/receipt',
    body: receipt.newReceiptBody,
    answer: receipt.receipt,
    errors: [...receiptErrors, 'DAILY_LIMIT'],
    idempotent: true,
    lane: 'receipt',
    summary: 'Send a receipt for review.',
  }),
  receiptHistory: define({
    method: 'GET',
    path: '/api/receipt/customerHistory',
    query: receipt.receiptQuery,
    answer: v.array(receipt.receipt),
    summary: 'Past receipts, newest first.',
  }),
  getReceipt: define({
    method: 'GET',
    path: '/api/receipt/:id',
    params: receipt.receiptParams,
    answer: receipt.receipt,
    summary: 'One receipt.',
  }),
  updateReceipt: define({
    method: 'PUT',
    path: '/api/receipt/:id',
    params: receipt.receiptParams,
    body: receipt.updateReceiptBody,
    answer: receipt.receipt,
    errors: [...receiptErrors, 'VERSION_CONFLICT', 'NOT_EDITABLE', 'RESUBMIT_LIMIT'],
    idempotent: true,
    lane: 'receipt',
    summary: 'Correct a rejected or waiting receipt and send it again.',
  }),
  deleteReceipt: define({
    method: 'DELETE',
    path: '/api/receipt/:id',
    params: receipt.receiptParams,
    answer: receipt.voidedReceipt,
    errors: ['NOT_EDITABLE'],
    idempotent: true,
    lane: 'receipt',
    summary: 'Withdraw a receipt that has not been approved.',
  }),
}
