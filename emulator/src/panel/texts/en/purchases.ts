import { type About, options } from '../types.ts'

export const purchases = {
  list: 'In-app purchases',
  none: 'No purchases yet. The app’s server reserves an order first.',
  newestShown: (count => `The newest ${count} are shown.`) as About<number>,
  states: options({
    reserved: { label: 'reserved', title: 'The user has not paid' },
    paid: { label: 'paid', title: 'The store has the money, but LINE has not confirmed the payment' },
    complete: { label: 'complete', title: 'LINE has confirmed the payment' },
    refunded: { label: 'refunded', title: 'The store has returned the money' },
  }),
  webhook: { pending: 'is being sent', SUCCESS: 'received', FAILED: 'not received' },
  actions: options({
    settle: { label: 'Settle', title: 'Confirm the payment and send its webhook' },
    lose: { label: 'Lose webhook', title: 'Confirm the payment, but let its webhook get lost' },
    refund: { label: 'Refund', title: 'Return the money and send the webhook of the refund' },
    resend: { label: 'Resend webhook', title: 'Send the last webhook of this order again' },
  }),
}

export type PurchaseTexts = typeof purchases
