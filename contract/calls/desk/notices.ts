import { defineDeskCall } from '#contract/define-call.ts'
import { noticeList } from '#contract/desk/notices.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/notices',
  who: 'signed-in',
  answer: noticeList,
  summary: 'What the desk has told the person about accounts and sign-ins.',
})
