import type { reportTexts as th } from '../th/reports.ts'

export const reportTexts = {
  'reports.label': 'Send reports about the app',
  'reports.text':
    'Reports help us fix problems. A report has errors, loading times, how long items wait to be sent, and the versions of the app, the phone and LINE, but not your name or anything you wrote. If you switch this off, this phone stops at once',
} satisfies Record<keyof typeof th, string>
