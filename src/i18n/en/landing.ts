import type { landingTexts as th } from '../th/landing.ts'

export const landingTexts = {
  'landing.title': 'Take part',
  'landing.join': 'Join',
} satisfies Record<keyof typeof th, string>
