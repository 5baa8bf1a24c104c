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
  logState: define('logState', {
    body: log.logStateBody,
    errors: ['FORBIDDEN'],
    lane: 'log',
    summary: 'Keep where a customer came from and on what system.',
  }),
  logPageView: define('logPageView', {
    body: log.logPageViewBody,
    errors: ['FORBIDDEN'],
    lane: 'log',
    summary: 'Keep one page view.',
  }),
  logBatch: define('logBatch', {
    body: log.logBatchBody,
    lane: 'log',
    summary: 'Keep up to a hundred log events; a repeated event id counts once.',
  }),
}

export const rewardRoutes = {
  getReward: define('getReward', {
    errors: ['REWARD_NOT_CREATED'],
    summary: "The customer's reward object.",
  }),
  createReward: define('createReward', {
    body: noFields,
    errors: campaignErrors,
    summary: 'Create the reward object; every repeat answers the same one.',
  }),
  useReward: define('useReward', {
    body: reward.useRewardBody,
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
    summary: 'Use one reward, once.',
  }),
  confirmConcert: define('confirmConcert', {
    body: reward.confirmConcertBody,
    errors: ['NOT_A_WINNER', 'CONFIRM_CLOSED'],
    idempotent: true,
    summary: 'A winner confirms or declines the concert seat.',
  }),
  getRewardQr: define('getRewardQr', {
    errors: ['REWARD_NOT_CREATED'],
    summary: 'The personal check-in code of the moment.',
  }),
}

export const answerRoutes = {
  answerHistory: define('answerHistory', {
    query: v.strictObject(page),
    summary: 'Past answers, newest first.',
  }),
  postAnswer: define('postAnswer', {
    body: answer.answerBody,
    errors: [...campaignErrors, 'QUESTION_CLOSED', 'ANSWERED'],
    idempotent: true,
    summary: 'Answer the current question, or change the answer while it is open.',
  }),
  lastAnswer: define('lastAnswer', {
    summary: 'The newest answer.',
  }),
  question: define('question', {
    summary: 'The question of the moment, or null.',
  }),
}

export const receiptRoutes = {
  uploadImage: define('uploadImage', {
    params: receipt.imageParams,
    errors: ['IMAGE_TYPE', 'IMAGE_HASH', 'IMAGE_DIMENSIONS', 'IMAGE_QUOTA'],
    summary:
      'Store a photo under its hash, whole or in pieces by `Content-Range`; a repeat answers the same.',
  }),
  headImage: define('headImage', {
    params: receipt.imageParams,
    summary: 'How much of an unfinished upload is kept, in `Upload-Offset`.',
  }),
  getImage: define('getImage', {
    params: receipt.imageParams,
    cache: 'private-image',
    summary: 'The bytes of a photo, for its owner.',
  }),
  createReceipt: define('createReceipt', {
    body: receipt.newReceiptBody,
    errors: [...receiptErrors, 'DAILY_LIMIT'],
    idempotent: true,
    summary: 'Send a receipt for review.',
  }),
  receiptHistory: define('receiptHistory', {
    query: receipt.receiptQuery,
    summary: 'Past receipts, newest first.',
  }),
  getReceipt: define('getReceipt', {
    params: receipt.receiptParams,
    summary: 'One receipt.',
  }),
  updateReceipt: define('updateReceipt', {
    params: receipt.receiptParams,
    body: receipt.updateReceiptBody,
    errors: [...receiptErrors, 'VERSION_CONFLICT', 'NOT_EDITABLE', 'RESUBMIT_LIMIT'],
    idempotent: true,
    summary: 'Correct a rejected or waiting receipt and send it again.',
  }),
  deleteReceipt: define('deleteReceipt', {
    params: receipt.receiptParams,
    errors: ['NOT_EDITABLE'],
    idempotent: true,
    summary: 'Withdraw a receipt that has not been approved.',
  }),
}
