import { assertNever } from '#contract/assert-never.ts'
import { ageOn, ageVerdict, bangkokDay } from '#contract/rules.ts'
import { ApiError, invalid } from '#server/errors.ts'

/**
 * Throws UNDER_AGE below the campaign's or the legal minimum age, and VALIDATION for a minor without `guardianConsent`
 * or a `birthDate` in the future.
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
