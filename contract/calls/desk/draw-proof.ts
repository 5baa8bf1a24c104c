import { defineCall } from '#contract/define-call.ts'

export const call = defineCall({
  audience: 'desk',
  method: 'GET',
  path: '/desk-api/draw/proof',
  who: 'draw-read',
  answer: null,
  summary:
    'The file to publish: the sealed list, after the announcement with everything to recompute the draw.',
})
