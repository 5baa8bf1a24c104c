import { Scene } from './art/scene.tsx'
import { ButtonLink } from './button.tsx'
import { Lead, MessagePage } from './page.tsx'
import { useText } from './use-text.ts'

export function NotFoundPage() {
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
