import { defineCall } from '#contract/define-call.ts'
import { health } from '#contract/schema/master.ts'

export const call = defineCall({
  method: 'GET',
  path: '/healthz',
  auth: 'none',
  rateBucket: 'none',
  answer: health,
  audience: 'back-end',
  summary: 'Reports that the process is running.',
})
