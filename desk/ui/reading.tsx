import { Button, Group, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/use-texts.tsx'
import { Failure } from './failure.tsx'

export function Loading() {
  const { t } = useTexts()
  return <Loader role="status" aria-label={t('desk.loading')} />
}

/** The parts of TanStack Query's results that this file uses, for one answer or for pages. */
type Query<T> = {
  readonly data: T | undefined
  readonly isPending: boolean
  readonly isError: boolean
  readonly error: unknown
  readonly refetch: () => unknown
}
type Pages = {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

type Props<T> = { readonly of: Query<T>; readonly children: (data: T) => ReactNode }

/** Shows an answer once it has loaded. If reloading it fails, the earlier answer stays below the error. */
export function Reading<T>({ of: query, children }: Props<T>) {
  return (
    <>
      {query.isPending && <Loading />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.data !== undefined && children(query.data)}
    </>
  )
}

/** The button that loads the next page. */
export function More({ of: pages }: { readonly of: Pages }) {
  const { t } = useTexts()
  if (!pages.hasNextPage) return null
  return (
    <Group>
      <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {t('desk.more')}
      </Button>
    </Group>
  )
}
