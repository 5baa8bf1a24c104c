import type { terms } from './terms.th.ts'
import type { campaign as th } from './texts.th.ts'

export const campaign = {
  'field.amount.hint': 'Fongfu only, at least {min}',
  'app.name': 'Fongfu',
  /** Shown in search results and shared links. */
  'app.description': 'Send receipts, answer questions, win prizes',
  'campaign.name': 'Fongfu Fest',
  'campaign.headline1': 'Sip, snap,',
  'campaign.headline2': 'win a show',
  'campaign.promise': 'One entry for every {baht} baht of Fongfu',
  'campaign.promiseShort': 'Buy Fongfu, send the receipt and win concert tickets',
  'campaign.step1': 'Buy Fongfu',
  'campaign.step1.text': 'Any flavour, at any participating store',
  'campaign.step2': 'Snap the receipt',
  'campaign.step2.text': 'Send it here in under a minute',
  'campaign.step3': 'Win a prize',
  'campaign.step3.text': 'The more receipts you send, the more entries you get',
  /** The main prize's short name, shown on the ticket on the home screen. */
  'campaign.mainPrize': 'Fongfu Fest concert tickets',
  'campaign.termsShort':
    'Buy at a participating store. Each receipt counts once. Keep the paper receipt until the winners are announced',
  'campaign.privacyShort':
    'We use your data to run the campaign and send prizes, and we delete it after the campaign',
  'campaign.permit': 'Permit no. {permit}',
  'campaign.responsible': 'Please play responsibly',
} satisfies Record<keyof typeof th | keyof typeof terms, string>
