import { defineCall } from '#contract/define-call.ts'
import { customerScreens } from '#contract/desk/screens.ts'

export const call = defineCall({
  audience: 'desk',
  method: 'GET',
  path: '/desk-api/set-up/screens',
  who: 'set-up-read',
  answer: customerScreens,
  summary: 'What the app shows to a sample customer now.',
})
