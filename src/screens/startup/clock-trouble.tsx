import { useApp } from '#src/app-context.ts'
import { Scene } from '#src/ui/art/scene.tsx'
import { Button } from '#src/ui/button.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './startup.module.css'

/** Shown if sign-in keeps failing because of the phone's clock. Both times are in milliseconds since 1970. */
export function ClockTrouble({ phone, server }: { readonly phone: number; readonly server: number | null }) {
  const { session } = useApp()
  const { t, f } = useText()
  return (
    <MessagePage
      picture={<Scene asleep />}
      title={t('start.clock.title')}
      actions={
        <Button wide icon="rotate" onClick={() => session.retry()}>
          {t('action.retry')}
        </Button>
      }
    >
      <Lead>{t('start.clock.text')}</Lead>
      <dl className={css.clocks}>
        <dt>{t('start.clock.phone')}</dt>
        <dd>{f.dateTime(phone)}</dd>
        {server !== null && (
          <>
            <dt>{t('start.clock.server')}</dt>
            <dd>{f.dateTime(server)}</dd>
          </>
        )}
      </dl>
    </MessagePage>
  )
}
