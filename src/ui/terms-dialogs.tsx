import { type MouseEvent, type ReactNode, useCallback, useState } from 'react'
import type { LegalFacts, LegalSection } from '#campaign/legal-facts.ts'
import type { Activity } from '#contract/schema/master.ts'
import { useApp } from '#src/app-context.ts'
import type { Formats } from '#src/i18n/format.ts'
import { languages } from '#src/i18n/languages.ts'
import { latestValue } from '#src/state/resource.ts'
import { Button } from './button.tsx'
import { Dialog, DialogButtons } from './dialog.tsx'
import { Loading } from './spinner.tsx'
import css from './terms-dialogs.module.css'
import { useLoad } from './use-load.ts'
import { useText } from './use-text.ts'

export type LegalText = 'terms' | 'privacy'

/** If the full text cannot be loaded, shows the short version with a link. */
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

export const legalFacts = (activity: Activity, f: Formats): LegalFacts => ({
  permitNo: activity.permitNo,
  dates: {
    opens: f.dateTime(activity.opensAt),
    closes: f.dateTime(activity.closesAt),
    draw: f.dateTime(activity.drawAt),
    announce: f.dateTime(activity.announceAt),
    confirmBy: f.dateTime(activity.confirmBy),
  },
  bahtPerEntry: f.money(activity.bahtPerRight),
  minAmount: f.money(activity.minAmount),
  maxReceiptsPerDay: activity.maxReceiptsPerDay,
  minAge: activity.minAge,
  money: f.money,
  number: f.number,
})

/** `sections` is null while the text loads. */
function TextDialog({
  title,
  sections,
  more,
  onClose,
}: {
  readonly title: string
  readonly sections: readonly LegalSection[] | null
  readonly more?: ReactNode
  readonly onClose: () => void
}) {
  const { t } = useText()
  return (
    <Dialog title={title} onClose={onClose}>
      {sections === null && <Loading />}
      <ol className={css.sections}>
        {sections?.map(({ title, points }) => (
          <li key={title}>
            {title !== '' && <h3>{title}</h3>}
            <ul>
              {points.map(point => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {more && <p className={css.more}>{more}</p>}
      <DialogButtons>
        <Button onClick={onClose}>{t('action.close')}</Button>
      </DialogButtons>
    </Dialog>
  )
}
