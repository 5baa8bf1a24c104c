import { assertNever } from '#contract/assert-never.ts'
import { ageOn, ageVerdict, bangkokDay } from '#contract/rules.ts'
import { ApiError, invalid } from '#server/errors.ts'

/**
 * Refuses a birth date that does not allow taking part: UNDER_AGE below the campaign's or the law's age, VALIDATION
 * of `guardianConsent` for a minor whose guardian has not agreed, of `birthDate` for a day that is still to come.
 */
export function checkAge(birthDate: string, rule: { minAge: number; guardian: boolean; now: number }): void {
  const today = bangkokDay(rule.now)
  if (birthDate > today) throw invalid('birthDate', 'range')
  const verdict = ageVerdict(ageOn(birthDate, today), rule.minAge)
  switch (verdict) {
    case 'refused':
      throw new ApiError('UNDER_AGE')
    case 'minor':
      if (!rule.guardian) throw invalid('guardianConsent', 'required')
      return
    case 'adult':
      return
    default:
      assertNever(verdict)
  }
}
