import { defineCall } from '#contract/define-call.ts'
import { noticeList } from '#contract/desk/notices.ts'

export const call = defineCall({
  audience: 'desk',
  method: 'GET',
  path: '/desk-api/notices',
  who: 'signed-in',
  answer: noticeList,
  summary: 'What the desk has told the person about accounts and sign-ins.',
})
