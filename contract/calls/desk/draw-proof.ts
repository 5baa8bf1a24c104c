import { defineDeskCall } from '#contract/define-call.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/draw/proof',
  who: 'draw-read',
  answer: null,
  summary:
    'The file to publish: the sealed list, after the announcement with everything to recompute the draw.',
})
