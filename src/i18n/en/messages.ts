import type { messageTexts as th } from '../th/messages.ts'

export const messageTexts = {
  'messages.title': 'Messages from us in LINE',
  'messages.receipts': 'Receipt reviews',
  'messages.receiptsText':
    'When a receipt is approved or rejected, and when one is still waiting on your phone',
  'messages.draw': 'Prizes',
  'messages.drawText': 'The draw’s result, the deadline to confirm a prize, and confirmed prizes',
  'messages.coupons': 'Rewards that expire',
  'messages.couponsText': 'Two days before a reward that you have not used expires',
  'messages.news': 'You can switch news and offers on or off under “{title}”',
  'messages.unsent': 'This change has not reached us yet. It takes effect once it has',
  'messages.friends': 'These messages reach you if you are a friend of our LINE account',
  'messages.blocked': 'You have blocked our LINE account, so these messages do not reach you',
} satisfies Record<keyof typeof th, string>
