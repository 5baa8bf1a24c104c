import type { byHand as thai } from '../th/by-hand.ts'

export const byHand: Readonly<Record<keyof typeof thai, string>> = {
  'method.title': 'How are the winners drawn?',
  'method.computer': 'Computed from a public random value',
  'method.hand': 'By hand from paper slips',
  'method.text':
    'Choose slips if the permit requires a draw by hand. It needs no promise and no random value. Anyone can check that the winners are in the sealed list, but the result cannot be computed again.',
  'method.promised': 'The promise is already published. If you draw by hand instead, explain publicly why.',
  'by-hand.seal.why':
    'After the close. The list of entries can no longer change, so the printed slips match the list.',
  'by-hand.run.why':
    'Print the slips, draw in front of witnesses, and import the drawn numbers in their order. Customers do not see the result in the app until it is announced.',
  'by-hand.imported': 'Drawn by hand and imported at {time}',
  'slips.title': 'Paper slips',
  'slips.text':
    'There are {count} slips. Each has the ticket number, the name and the phone, so another manager has to approve. Destroy the files and the slips after the draw.',
  'slips.kind': 'Format of the slips',
  'slips.kind.html': 'A4 pages for printing, with QR codes (ZIP)',
  'slips.kind.html.text':
    '24 slips on a page, at most 4,800 in a file. Open each file in a browser and print it',
  'slips.ask': 'Ask to download the slips',
  'slips.own': 'My requests for slips',
  'import.title': 'Import the drawn tickets',
  'import.file': 'File of the drawn tickets (CSV)',
  'import.hint':
    'The first line has the heading “Ticket number” or ticketNo. The next lines are in the order of the draw: winners first, then reserves.',
  'import.no-column': 'The first line must have the heading “Ticket number” or ticketNo, in one column only',
  'import.quotes': 'A quotation mark in the file is not closed',
  'import.too-many': 'The file has more than {count} tickets. The operator can import it with draw import',
  'import.too-long':
    'The column of ticket numbers contains longer texts than a ticket number. Check that it is the right file',
  'import.not-utf8': 'The file is not UTF-8 text. Save it as “CSV UTF-8”',
  'import.too-large': 'The file is too large. Check that it is the right one',
  'import.ticket': 'Ticket number in the file',
  'import.wrong': '{count} lines are wrong, and nothing was imported. Correct the file and choose it again',
  'import.good': 'All lines are valid: {winners} winners, {reserves} reserves, {unfilled} places stay empty',
  'import.first': 'The first {count} of {all} lines, wrong ones first',
  'import.problem.format': 'Neither a ticket number nor a ticket id',
  'import.problem.prefix': 'A ticket number of another campaign',
  'import.problem.check':
    'The check digit does not match: a digit is mistyped, or two are swapped. Compare it with the slip',
  'import.problem.missing': 'Not in the sealed list',
  'import.problem.twice': 'This customer was already drawn on line {before}',
  'running.label': 'Progress',
  'running.begun': 'Started; counting the entries',
  'running.count': '{done} of {total} done',
  'running.saving': 'Storing the result',
  'running.text': 'You can close this page. The server finishes the step.',
  'action.draw-seal-hand':
    'Seal the list of entries for a draw by hand from slips. Refused while receipts wait for a review.',
  'action.draw-seal-hand-leave':
    'Seal the list of entries for a draw by hand from slips. Receipts that still wait do not take part.',
  'action.export-slips': 'Download the paper slips of all entries as {kind}',
  'action.draw-import': 'Import the result of a draw by hand: {count} tickets in this order',
  'approvals.tickets': 'Ticket numbers in the order of the draw',
}
