import { useSignals } from '@preact/signals-react/runtime'
import { createRoot } from 'react-dom/client'
import { AppContext } from '#src/app-context.ts'
import { updateTexts } from '#src/i18n/th/update.ts'
import type { App } from '#src/state/types.ts'
import { Button } from '#src/ui/button.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './update-prompt.module.css'
import type { Updates } from './updates.ts'

function UpdatePrompt({ updates }: { readonly updates: Updates }) {
  useSignals()
  const { t } = useText(updateTexts)
  return (
    <div role="status">
      {updates.available.value && (
        <div className={css.prompt}>
          <p>{t('update.text')}</p>
          <Button small onClick={updates.accept}>
            {t('update.now')}
          </Button>
          <Button small kind="quiet" onClick={updates.later}>
            {t('update.later')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Uses its own React root, so that the first screen does not load the prompt's code. */
export function mountUpdatePrompt(app: App, updates: Updates, body = document.body): void {
  const place = body.appendChild(document.createElement('div'))
  createRoot(place).render(
    <AppContext value={app}>
      <UpdatePrompt updates={updates} />
    </AppContext>,
  )
}
