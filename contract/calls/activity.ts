import { defineCall } from '#contract/define-call.ts'
import { activityAnswer } from '#contract/schema/master.ts'

export const answer = activityAnswer

export const call = defineCall({
  method: 'GET',
  path: '/api/master/activity',
  auth: 'none',
  answer,
  summary: "Returns the campaign's dates and rules, and whether it is open.",
})
