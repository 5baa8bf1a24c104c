import { defineDeskCall } from '#contract/define-call.ts'
import { sessionList } from '#contract/desk/sessions.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/sessions',
  who: 'signed-in',
  answer: sessionList,
  summary: 'Live sessions: all of them for people who manage people, otherwise the person’s own.',
})
