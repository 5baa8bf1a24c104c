import { Activity, type ComponentType, type ReactNode } from 'react'
import { accountTexts } from '#src/i18n/th/account.ts'
import { Page } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import { AgreeForm } from './agree-form.tsx'
import { useChangedTexts } from './use-changed-texts.ts'

/** Only customers who have agreed to the current texts see the screen. */
export const agreedScreen = (Screen: ComponentType): ComponentType =>
  function AgreedScreen() {
    return (
      <Agreed>
        <Screen />
      </Agreed>
    )
  }

/** Keeps an open form's input while the customer is asked to agree. */
function Agreed({ children }: { readonly children: ReactNode }) {
  const { t } = useText(accountTexts)
  const changed = useChangedTexts()
  const asks = changed.length > 0
  return (
    <>
      {asks && (
        <Page title={t('agree.title')} back="/">
          <AgreeForm changed={changed} />
        </Page>
      )}
      <Activity mode={asks ? 'hidden' : 'visible'}>{children}</Activity>
    </>
  )
}
