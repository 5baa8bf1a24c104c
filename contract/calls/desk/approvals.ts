import { approvalList } from '#contract/approvals.ts'
import { defineDeskCall } from '#contract/define-call.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/approvals',
  who: 'signed-in',
  answer: approvalList,
  summary: 'Requests for a second person: all for people who approve, otherwise the person’s own.',
})
