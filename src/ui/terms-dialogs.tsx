import { type MouseEvent, useCallback, useState } from 'react'
import type { LegalSection } from '#campaign/legal-facts.ts'
import { useApp } from '#src/app-context.ts'
import { languages } from '#src/i18n/languages.ts'
import { latestValue } from '#src/state/resource.ts'
import { legalFacts } from './legal-facts.ts'
import { TextDialog } from './text-dialog.tsx'
import { useLoad } from './use-load.ts'
import { useText } from './use-text.ts'

export type LegalText = 'terms' | 'privacy'

/** Shows a legal text. If the full text cannot be loaded, shows the short version with a link to the page. */
export function LegalDialog({ text, onClose }: { readonly text: LegalText; readonly onClose: () => void }) {
  const { campaign, line } = useApp()
  const { t, f, lang } = useText()
  const activity = latestValue(campaign.current.value)
  const [sections, setSections] = useState<readonly LegalSection[] | 'failed' | null>(null)
  const load = useCallback(
    async (isCurrent: () => boolean) => {
      const legal = await languages[lang].loadLegal().catch(() => null)
      if (!isCurrent()) return
      if (legal === null) return setSections('failed')
      if (text === 'privacy') return setSections(legal.privacy())
      setSections(activity === null ? 'failed' : legal.terms(legalFacts(activity, f)))
    },
    [lang, text, activity, f],
  )
  useLoad(load)
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault()
    line.openWindow(event.currentTarget.href, false)
  }
  const short = text === 'terms' ? t('campaign.termsShort') : t('campaign.privacyShort')
  return (
    <TextDialog
      title={text === 'terms' ? t('home.terms') : t('home.privacy')}
      sections={sections === 'failed' ? [{ title: '', points: [short] }] : sections}
      more={
        <a href={`/terms.html#${text}`} onClick={open}>
          {t('action.window')}
        </a>
      }
      onClose={onClose}
    />
  )
}
