import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { writeTexts } from '#src/i18n/th/writes.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { useBusy } from '#src/ui/use-busy.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './outbox.module.css'

/** This version cannot read some records. The customer can load a newer one or delete them. */
export function Unreadable({ count }: { readonly count: number }) {
  const { outbox, reloadNewest } = useApp()
  const { t } = useText(writeTexts)
  const [asking, setAsking] = useState(false)
  const [busy, during] = useBusy()
  // Reloading without a network would show the browser's error page and lose data that is only in memory.
  const canReload = outbox.connection.value !== 'unreachable' && outbox.volatile.value === 0

  async function remove() {
    await during(outbox.discardUnreadable())
    setAsking(false)
  }

  return (
    <Notice severity="warning" title={t('outbox.unreadable', { count })}>
      <p>{t('outbox.unreadableText')}</p>
      <div className={css.tools}>
        {canReload && (
          <Button small kind="secondary" icon="rotate" onClick={() => void reloadNewest()}>
            {t('outbox.reload')}
          </Button>
        )}
        <Button small kind="quiet" icon="trash" onClick={() => setAsking(true)}>
          {t('outbox.delete')}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={t('outbox.deleteTitle')}
          action={t('outbox.delete')}
          busy={busy}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p>{t('outbox.deleteUnreadable', { count })}</p>
        </ConfirmDialog>
      )}
    </Notice>
  )
}
