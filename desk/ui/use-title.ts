import { useDocumentTitle } from '@mantine/hooks'
import { useTexts } from '../texts/use-texts.tsx'

/** Sets the document's title: the page, then the desk. Null names only the desk. */
export function useTitle(page: string | null): void {
  const { t } = useTexts()
  useDocumentTitle(page === null ? t('desk.title') : `${page} · ${t('desk.title')}`)
}
