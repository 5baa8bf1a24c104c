/** The campaign's values in the terms; null if unknown to the page that shows the terms. */
export type LegalFacts = {
  readonly permitNo: string | null
  readonly dates: {
    readonly opens: string
    readonly closes: string
    readonly draw: string
    readonly announce: string
    readonly confirmBy: string
  } | null
  readonly bahtPerEntry: string
  readonly minAmount: string
  readonly maxReceiptsPerDay: number | string
  readonly minAge: number | string
  readonly money: (baht: number) => string
  readonly number: (value: number) => string
}

export type LegalSection = { readonly title: string; readonly points: readonly string[] }

/** The winner of a prize of at least this value owes withholding tax (Revenue Department Order Tor.Por. 4/2528). */
export const TAXED_FROM_BAHT = 1000
export const TAX_PERCENT = 5

/**
 * Placeholders for values that the organiser can change in a running campaign. They keep a build's texts constant, so
 * their hash identifies the text that a customer agreed to.
 */
const templateFacts: LegalFacts = {
  permitNo: '{permitNo}',
  dates: {
    opens: '{opens}',
    closes: '{closes}',
    draw: '{draw}',
    announce: '{announce}',
    confirmBy: '{confirmBy}',
  },
  bahtPerEntry: '{bahtPerEntry}',
  minAmount: '{minAmount}',
  maxReceiptsPerDay: '{maxReceiptsPerDay}',
  minAge: '{minAge}',
  money: String,
  number: String,
}

export type Legal = {
  readonly terms: (facts: LegalFacts) => readonly LegalSection[]
  readonly privacy: () => readonly LegalSection[]
}

const textOf = (sections: readonly LegalSection[]): string =>
  sections.flatMap(({ title, points }) => [title, ...points]).join('\n')

/** Both texts with placeholders, for hashing. */
export const legalTemplates = (legal: Legal): { readonly terms: string; readonly privacy: string } => ({
  terms: textOf(legal.terms(templateFacts)),
  privacy: textOf(legal.privacy()),
})
