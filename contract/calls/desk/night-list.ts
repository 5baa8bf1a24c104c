import { defineDeskCall } from '#contract/define-call.ts'
import { nightList } from '#contract/desk/staff.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/staff/list',
  who: 'scan',
  answer: nightList,
  summary: 'The list of the night, with which staff check codes while their device has no network.',
})
