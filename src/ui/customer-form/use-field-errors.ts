import { AGE } from '#contract/limits.ts'
import type { CustomerField } from '#contract/schema/customer.ts'
import { useApp } from '#src/app-context.ts'
import { latestValue } from '#src/state/resource.ts'
import { type Problems, problemText } from '#src/ui/problems.ts'
import { useText } from '#src/ui/use-text.ts'

const chosen: readonly CustomerField[] = ['birthDate', 'gender', 'provinceId', 'districtId', 'subdistrictId']

export function useFieldErrors(problems: Problems<CustomerField>) {
  const { campaign } = useApp()
  const { t } = useText()
  const minAge = Math.max(latestValue(campaign.current.value)?.minAge ?? 0, AGE.refused)
  const errorOf = (name: CustomerField): string | undefined => {
    const code = problems[name]
    if (code === undefined) return undefined
    if (code === 'underAge') return t('rule.underAge', { age: minAge })
    return problemText(t, code, t(`field.${name}`), chosen.includes(name))
  }
  return { errorOf, minAge }
}
