import { useApp } from '#src/app-context.ts'
import { isAnnounced } from '#src/domain/draw-result.ts'
import { resultTexts } from '#src/i18n/th/result.ts'
import { Confetti } from '#src/ui/art/confetti.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { Card } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import { PrizePicture } from './prize-picture.tsx'
import css from './result.module.css'
import { resultView } from './result-view.ts'
import { SignInBox } from './sign-in-box.tsx'
import { type KnownResult, useDrawResult } from './use-draw-result.ts'

/** Renders nothing before the announcement. After the end of the campaign, lets signed-out customers sign in. */
export function MyResult() {
  const { session } = useApp()
  const shown = useDrawResult(1000)
  if (shown.state === 'signed-out' && session.phase.value.kind === 'ended')
    return (
      <Card className={css.card}>
        <SignInBox />
      </Card>
    )
  return shown.state === 'known' && isAnnounced(shown.result) ? <Announced shown={shown} /> : null
}

function Announced({ shown }: { readonly shown: KnownResult & { readonly state: 'known' } }) {
  const { t, f, lang } = useText(resultTexts)
  const { result, stale, at } = shown
  const { title, lines, until, link } = resultView(result, { ...shown, t, f, lang })
  const button = link && (
    <ButtonLink kind="secondary" href={link.href} icon={link.icon}>
      {link.text}
    </ButtonLink>
  )
  const asOf = stale && at !== null && <p className="quiet">{t('result.asOf', { time: f.dateTime(at) })}</p>
  if (result.kind === 'won')
    return (
      <section className={css.stage}>
        <Confetti />
        <PrizePicture prize={result.prize} />
        <h2 className={css.title}>{title}</h2>
        {lines.map(line => (
          <p key={line}>{line}</p>
        ))}
        {until !== null && <Countdown large until={until} />}
        {stale && at !== null && <p>{t('result.asOf', { time: f.dateTime(at) })}</p>}
        {button}
      </section>
    )
  return (
    <Card className={css.card}>
      <p className="quiet">{t('result.title')}</p>
      <h2>{title}</h2>
      {lines.map(line => (
        <p key={line}>{line}</p>
      ))}
      {asOf}
      {button}
    </Card>
  )
}
