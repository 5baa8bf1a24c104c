import type { factsTexts as th } from '../th/facts.ts'

export const factsTexts = {
  'prize.one': '1 prize, worth {value}',
  'prize.count': '{count} prizes, worth {value} each',
  'prize.stock': '{count} to give away while stocks last',
  'landing.dates': 'Dates to know',
  'landing.opens': 'Campaign opens',
  'landing.closes': 'Send receipts until',
  'landing.announce': 'Winners announced',
  'landing.age': 'Age to take part',
  'landing.ageFrom': '{age} and older',
} satisfies Record<keyof typeof th, string>
