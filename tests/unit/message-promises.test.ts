import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { en } from '#src/i18n/en.ts'

/** Words that can promise news by LINE. A campaign without a token sends none, so its texts may not use them. */
const ABOUT_MESSAGES = {
  th: /แจ้ง|ข้อความ|ทาง LINE|แช[ตท]|ข่าว|ติดต่อกลับ|บอกคุณ/,
  en: /\b(messages?|notif\w+|inform|remind\w*|news)\b|\bwe(['’]| wi)ll (tell|let|send|write|contact)/i,
}

/** Texts that use these words for something other than news from the campaign by LINE. */
const SOMETHING_ELSE = [
  // What the customer agreed to, and the consent to receive news through any channel.
  'agree.outdated',
  'agree.text',
  'agree.title',
  'profile.marketing',
  'profile.marketingChanged',
  'profile.marketingOff',
  'profile.marketingOn',
  'register.marketing',
  // What the customer says to support, to friends or in the chat from which the app was opened.
  'detail.corrected',
  'outbox.supportText',
  'profile.chat',
  'rule.phoneTaken',
  'rule.winner',
  'start.addFriend.notYet',
  'start.blocked.text',
  'start.failed.text',
  'start.unknown.text',
  'thanks.close',
  'thanks.said',
  'thanks.say',
  'thanks.shareWin',
  'wait.notProven',
  'witness.tell',
  // Parts of the screen, data that LINE receives, and parcels.
  'outbox.messages',
  'profile.leaveText',
  'reports.text',
  'result.confirmed.shippedText',
  'rule.length',
  'ship.why',
  'toast.close',
  'toast.region',
]

async function thaiTexts(): Promise<[string, string][]> {
  const files = readdirSync('src/i18n/th').map(
    file => import(/* @vite-ignore */ `${process.cwd()}/src/i18n/th/${file}`),
  )
  const dictionaries = (await Promise.all(files)).flatMap(module => Object.values(module))
  return dictionaries.flatMap(texts =>
    typeof texts === 'object' && texts !== null ? (Object.entries(texts) as [string, string][]) : [],
  )
}

test('no text outside the switches of LINE messages promises one, in Thai and in English', async () => {
  const about = [
    ...(await thaiTexts()).filter(([, text]) => ABOUT_MESSAGES.th.test(text)),
    ...Object.entries(en).filter(([, text]) => ABOUT_MESSAGES.en.test(text)),
  ].map(([key]) => key)
  const others = [...new Set(about)].filter(key => !key.startsWith('messages.')).sort()
  expect(about).toContain('messages.title')
  expect(others).toEqual(SOMETHING_ELSE.toSorted())
})
