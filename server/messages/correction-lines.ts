import { correctionTexts } from '#campaign/correction-texts.ts'
import type { Lang } from '#contract/languages.ts'
import type { Receipt } from '#contract/schema/receipt.ts'
import { momentOf } from '#contract/time.ts'
import { bangkokText } from './bangkok-text.ts'

const baht = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Returns one line for each field that a reviewer corrected, with both values. */
export function correctionLines(receipt: Receipt, lang: Lang): readonly string[] {
  const { correctedFrom: sent } = receipt
  if (!sent) return []
  const texts = correctionTexts[lang]
  const named = (th: string, en: string | null | undefined) => (lang === 'en' ? (en ?? th) : th)
  const timeOf = (iso: string) => bangkokText(momentOf(iso))[lang]
  const { store, receiptNo, amount, purchasedAt } = sent
  return [
    ...(amount === undefined ? [] : [texts.amount(baht.format(amount), baht.format(receipt.amount))]),
    ...(receiptNo === undefined ? [] : [texts.receiptNo(receiptNo, receipt.receiptNo)]),
    ...(store === undefined
      ? []
      : [texts.store(named(store.name, store.nameEn), named(receipt.storeName, receipt.storeNameEn))]),
    ...(purchasedAt === undefined
      ? []
      : [texts.purchasedAt(timeOf(purchasedAt), timeOf(receipt.purchasedAt))]),
  ]
}
