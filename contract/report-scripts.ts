import { reportScreens } from '#contract/report-words.ts'

/** A screen's script has the name of its folder. */
const screens = reportScreens.map(name => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`))

/**
 * Names of scripts in `dist/assets/NAME-HASH.js`; `document` is an inline script. A build test checks that the list is
 * complete.
 */
export const reportScripts: readonly string[] = [
  ...screens,
  'other',
  'document',
  'art',
  'en',
  'first',
  'index',
  'keep-files',
  'landing',
  'later-texts',
  'legal.en',
  'legal.th',
  'lib',
  'liff-features',
  'liff-sdk',
  'master-lists',
  'phone-report',
  'prizes',
  'queue',
  'react',
  'receipt-detail',
  'receipt-memory',
  'rest',
  'result',
  'screen-texts',
  'sending',
  'sign-in-after-end',
  'stopped',
  'view',
  'waiting-receipts',
  'watch-builds',
  'welcome',
  'workbox',
]
