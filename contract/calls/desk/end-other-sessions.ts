import { defineDeskCall } from '#contract/define-call.ts'
import { sessionList } from '#contract/desk/sessions.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/sessions/end-others',
  who: 'signed-in',
  fresh: true,
  answer: sessionList,
  summary: 'Ends all sessions of the person except this one.',
})
