import { AGE } from '#contract/limits.ts'

/** Limits for the organiser's values in `campaign/definition.ts` and on the command line. Lengths are in characters. */
export const bounds = {
  bahtPerRight: { min: 1, max: 1_000_000 },
  maxReceiptsPerDay: { min: 1, max: 1000 },
  reviewDays: { min: 1, max: 60 },
  secondLookPercent: { min: 0, max: 100 },
  secondLookBaht: { min: 1, max: 9_999_999 },
  minAge: { min: AGE.refused, max: 99 },
  permitNoLength: 100,
  titleLength: 200,
  mapUrlLength: 500,
  conditionLength: 300,
  conditionCount: 10,
  prizeValueBaht: { min: 1, max: 100_000_000 },
  prizeCount: { min: 1, max: 1_000_000 },
  questionLength: 300,
  choices: { min: 2, max: 10 },
  choiceLength: 100,
  stock: { min: 0, max: 100_000_000 },
} as const
