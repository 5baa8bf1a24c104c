import type { ticketTexts as th } from '../th/tickets.ts'

export const ticketTexts = {
  'tickets.title': 'My entries',
  'tickets.have': 'You have collected',
  'tickets.explain':
    'Each entry has its own number. When the winners are announced, compare your numbers with the list',
  'tickets.pending': '{count} more {count:entry|entries} if your receipts are approved',
  'tickets.sealed':
    'The list for the draw is closed. Entries that you get from now on do not take part in it',
  'tickets.list': 'Entry numbers',
  'tickets.welcome': 'Joining the campaign',
  'tickets.answer': 'Answering a question',
  'tickets.receipt': 'Receipt',
  'tickets.void': 'The organiser has cancelled these entries. They do not count in the total above',
  'tickets.voidNote': 'Reason: {note}',
  'tickets.all': 'Show {count} more',
  'tickets.fewer': 'Show fewer',
  'tickets.more': 'Show earlier entries',
  'tickets.empty': 'No entries yet',
  'tickets.emptyText': 'Send a receipt or answer the question, and your entry numbers appear here',
  'tickets.asOf': 'As of {time}',
} satisfies Record<keyof typeof th, string>
