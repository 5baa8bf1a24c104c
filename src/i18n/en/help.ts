import type { helpTexts as th } from '../th/help.ts'

export const helpTexts = {
  'help.contact': 'Contact us',
  'help.contactText': 'Tell us how we can help',
  'help.phone': 'Call {phone}',
  'help.email': 'Email {email}',
  'help.faq': 'Frequently asked questions',
  'help.stores': 'Participating stores',
} satisfies Record<keyof typeof th, string>
