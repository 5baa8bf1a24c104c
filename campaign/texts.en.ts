import type { terms } from './terms.th.ts'
import type { campaign as th } from './texts.th.ts'

export const campaign = {
  'field.amount.hint': 'Fongfu only, at least {min}',
  'app.name': 'Fongfu',
  /** Description of the app in search results and shared links. */
  'app.description': 'Send receipts, answer, win',
  'campaign.name': 'Fongfu Fest',
  'campaign.headline1': 'Every bubble',
  'campaign.headline2': 'wins a show',
  'campaign.promise': 'Every {baht} baht of Fongfu is one entry',
  'campaign.promiseShort': 'Buy Fongfu, send the receipt, win concert tickets',
  'campaign.step1': 'Buy Fongfu',
  'campaign.step1.text': 'Any flavour, at a participating store',
  'campaign.step2': 'Snap the receipt',
  'campaign.step2.text': 'Send it here in under a minute',
  'campaign.step3': 'Win a prize',
  'campaign.step3.text': 'More receipts, more entries',
  'campaign.prize1': 'Fongfu Fest concert tickets',
  'campaign.prize1.text': 'Two seats in the front row',
  'campaign.prize1.count': '50 prizes',
  'campaign.prize2': 'A case of cold Fongfu',
  'campaign.prize2.text': '24 cans to your door',
  'campaign.prize2.count': '500 prizes',
  'campaign.prize3': 'A fizzy keepsake',
  'campaign.prize3.text': 'Lychee tote bag',
  'campaign.prize3.count': '500 prizes',
  'campaign.seat': 'Two seats in the front row',
  'campaign.terms':
    'Buy Fongfu drinks at a participating store and send a photo of the receipt in this app while the campaign runs\n' +
    'One receipt earns one entry each time its amount reaches the set amount. Receipts cannot be combined\n' +
    'Each receipt counts once. Duplicate, altered or unreadable receipts do not count\n' +
    'Keep the paper receipt until the winners are announced. You need it to claim a prize\n' +
    'Winners must confirm before the deadline. After that, the prize goes to the next person on the reserve list\n' +
    'Prizes cannot be exchanged for cash or transferred to another person',
  'campaign.termsShort':
    'Buy at a participating store. Each receipt counts once. Keep the paper receipt until the winners are announced',
  'campaign.privacy':
    'We keep your name, phone, birthday, address, LINE name and picture to run the campaign, check entries and send prizes\n' +
    'We use receipt photos only to check the purchase, and delete them within 90 days after the announcement\n' +
    "We delete personal data within 180 days after the announcement, and never sell it or share it for others' marketing\n" +
    'You can see, change or delete your data, and leave the campaign, at any time under “My details”',
  'campaign.privacyShort':
    'We use your data to run the campaign and send prizes, and delete it after the campaign',
  'campaign.permit': 'Permit no. {permit}',
  'campaign.responsible': 'Please play responsibly',
} satisfies Record<keyof typeof th | keyof typeof terms, string>
