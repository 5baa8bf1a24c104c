import { useDocumentTitle } from '@mantine/hooks'
import { useTexts } from '../texts/use-texts.tsx'

/** Sets the document's title to the page and the desk; only the desk if `page` is null. */
export function useTitle(page: string | null): void {
  const { t } = useTexts()
  useDocumentTitle(page === null ? t('desk.title') : `${page} · ${t('desk.title')}`)
}
