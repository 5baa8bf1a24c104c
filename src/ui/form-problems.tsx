import { Notice } from './notice.tsx'
import { useText } from './use-text.ts'

/** How many things of a form need attention, read out when it appears. */
export function FormProblems({ count }: { count: number }) {
  const { t } = useText()
  return count === 0 ? null : <Notice live severity="error" title={t('form.errors', { count })} />
}
