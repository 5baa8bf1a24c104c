import { isErrorCode } from '#contract/errors.ts'
import { useApp } from '#src/app-context.ts'
import { Scene } from '#src/ui/art/scene.tsx'
import { Button } from '#src/ui/button.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './startup.module.css'

export function FailedStart({
  code,
  requestId,
}: {
  readonly code: string
  readonly requestId: string | null
}) {
  const { session } = useApp()
  const { t } = useText()
  const isBlocked = code === 'CUSTOMER_BLOCKED'
  return (
    <MessagePage
      picture={<Scene asleep />}
      title={t(isBlocked ? 'start.blocked.title' : 'start.failed.title')}
      actions={
        <Button wide icon="rotate" onClick={() => session.retry()}>
          {t('action.retry')}
        </Button>
      }
    >
      {isErrorCode(code) && !isBlocked && <p>{t(`error.${code}`)}</p>}
      <Lead>{t(isBlocked ? 'start.blocked.text' : 'start.failed.text')}</Lead>
      <p className={css.reference}>
        {t('start.reference', { code })}
        {requestId !== null && ` · ${requestId}`}
      </p>
    </MessagePage>
  )
}
