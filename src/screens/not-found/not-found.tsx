import { Scene } from '#src/ui/art/scene.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'

/** No screen has this address. */
export default function NotFound() {
  const { t } = useText()
  return (
    <MessagePage
      picture={<Scene asleep />}
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
