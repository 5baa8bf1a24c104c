import { EmptyCan } from '#src/ui/art/empty-can.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'

/** No screen has this address. */
export default function NotFound() {
  const { t } = useText()
  return (
    <MessagePage
      picture={<EmptyCan />}
      title={t('notFound.title')}
      actions={
        <ButtonLink wide href="/">
          {t('action.home')}
        </ButtonLink>
      }
    >
      <Lead>{t('notFound.text')}</Lead>
    </MessagePage>
  )
}
