import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'
import { AgreeForm } from './agree-form.tsx'
import { useChangedTexts } from './use-changed-texts.ts'

const POSTPONED = 'agree-later'

/** Customers can postpone their consent until the next visit, except on screens that submit new data. */
export function AgreePrompt() {
  const { drafts } = useApp()
  const { t } = useText(accountTexts)
  const changed = useChangedTexts()
  const [postponed, setPostponed] = useState(() => drafts.read(POSTPONED) === true)
  if (changed.length === 0 || postponed) return null
  const later = () => {
    drafts.write(POSTPONED, true)
    setPostponed(true)
  }
  return (
    <Dialog title={t('agree.title')} onClose={later}>
      <AgreeForm changed={changed}>
        <Button wide kind="quiet" onClick={later}>
          {t('agree.later')}
        </Button>
      </AgreeForm>
    </Dialog>
  )
}
