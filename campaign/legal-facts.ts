/** The values that the terms take from the campaign. A value that is null is not known where the terms are shown. */
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
  /** Formats an amount in baht. */
  readonly money: (baht: number) => string
  readonly number: (value: number) => string
}

/** A chapter of the terms or of the privacy notice. */
export type LegalSection = { readonly title: string; readonly points: readonly string[] }

/** From this value on, the winner of a prize owes the withholding tax (Revenue Department Order Tor.Por. 4/2528). */
export const TAXED_FROM_BAHT = 1000
export const TAX_PERCENT = 5

/**
 * Names instead of the values that the organiser can change in a running campaign. With these, the texts of a build are
 * always the same, so their hash says which text a customer agreed to.
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

/** The terms and the privacy notice in one language. */
export type Legal = {
  readonly terms: (facts: LegalFacts) => readonly LegalSection[]
  readonly privacy: () => readonly LegalSection[]
}

const textOf = (sections: readonly LegalSection[]): string =>
  sections.flatMap(({ title, points }) => [title, ...points]).join('\n')

/** Returns both texts with the names of the values that can change, for hashing. */
export const legalTemplates = (legal: Legal): { readonly terms: string; readonly privacy: string } => ({
  terms: textOf(legal.terms(templateFacts)),
  privacy: textOf(legal.privacy()),
})
