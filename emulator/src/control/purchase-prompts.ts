import type { Fields } from '../fields.ts'
import { ownEntry } from '../own-entry.ts'
import { confirmPurchase, paymentProblem } from '../platform/iap/confirm.ts'
import { nativeScreenUrl } from '../platform/native-screens.ts'
import type { Line } from '../world/line.ts'
import type { QuestionAnswer } from '../world/state.ts'

export type UserPrompt = {
  readonly url: (id: string) => string
  /** Set by the scenario or an earlier screen; null if the user must answer. */
  readonly presetAnswer: QuestionAnswer
  readonly reply: (answer: NonNullable<QuestionAnswer>) => Fields
}

export const preset = (said: string, value = ''): QuestionAnswer => ({ said, value })

const refused = (code: string, description: string): Fields => ({
  error: { code, description, message: description },
})

const DEFAULT_PRICE = '฿35.00'

function priceOf(line: Line, productId: string): string {
  return ownEntry(line.world().scenario.device.products, productId) ?? DEFAULT_PRICE
}

/** ISO 4217 codes for the currency symbols in the scenario's prices. */
const CURRENCIES: Readonly<Record<string, string>> = { '฿': 'THB', '¥': 'JPY', NT$: 'TWD', $: 'USD' }

export function productsOf(line: Line, { productIds }: Fields): Fields {
  if (!Array.isArray(productIds)) return {}
  const described = productIds.map(String).map(productName => {
    const text = priceOf(line, productName)
    const currency = ownEntry(CURRENCIES, text.replace(/[\d.,\s]/g, '')) ?? 'THB'
    return [productName, { currency, price: Number(text.replace(/[^\d.]/g, '')), productName }] as const
  })
  return Object.fromEntries(described)
}

/** LINE opens the store's payment screen only for an unpaid order that this user reserved. */
export function paymentPrompt(line: Line, fields: Fields): UserPrompt {
  const [productId, orderId] = [String(fields.productId ?? ''), String(fields.orderId ?? '')]
  const { screens, user } = line.world().scenario
  const payment = { productId, orderId, userId: user }
  const problem = paymentProblem(line, payment)
  const given = screens.payment === 'ask' ? null : preset(screens.payment)
  return {
    url: id => nativeScreenUrl('payment', id, { productId, orderId, price: priceOf(line, productId) }),
    presetAnswer: problem === null ? given : preset('refused'),
    reply: ({ said }) => {
      if (said === 'fail') return refused('UNKNOWN', 'The payment failed.')
      if (problem === null && said !== 'pay') return refused('CANCELED', 'The user canceled the payment.')
      const refusal = problem ?? confirmPurchase(line, payment)
      return refusal === null ? { data: {} } : refused('INVALID_ARGUMENT', refusal)
    },
  }
}

/** LINE does not ask users who have already agreed. */
export function termsPrompt(line: Line): UserPrompt {
  const { consent, user } = line.world().scenario
  const { purchaseTerms } = line.world().bot
  const given = consent.answer === 'ask' ? null : preset(consent.answer)
  return {
    url: id => nativeScreenUrl('purchase-terms', id),
    presetAnswer: purchaseTerms.includes(user) ? preset('allow') : given,
    reply: ({ said }) => {
      if (said !== 'allow') return refused('TERMS_AGREEMENT_ERROR', 'The user did not agree to the terms.')
      const agreed = [...new Set([...line.world().bot.purchaseTerms, user])]
      line.dispatch({ type: 'bot-changed', change: { purchaseTerms: agreed } })
      return { data: {} }
    },
  }
}
