import { defineDeskCall } from '#contract/define-call.ts'
import { customerScreens } from '#contract/desk/screens.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/set-up/screens',
  who: 'set-up-read',
  answer: customerScreens,
  summary: 'What the app shows to a sample customer now.',
})
