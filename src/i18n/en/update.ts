import type { updateTexts as th } from '../th/update.ts'

export const updateTexts = {
  'update.text': 'A new version is ready',
  'update.now': 'Update',
  'update.later': 'Later',
} satisfies Record<keyof typeof th, string>
