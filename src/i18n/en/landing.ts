import type { landingTexts as th } from '../th/landing.ts'

export const landingTexts = {
  'landing.title': 'Take part',
  'landing.join': 'Join',
  'landing.dates': 'Dates to know',
  'landing.opens': 'Campaign opens',
  'landing.closes': 'Send receipts until',
  'landing.announce': 'Winners announced',
  'landing.age': 'Age to take part',
  'landing.ageFrom': '{age} and older',
} satisfies Record<keyof typeof th, string>
