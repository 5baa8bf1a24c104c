import { Icon } from '#src/ui/icon.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './steps.module.css'

const steps = [
  ['can', 'campaign.step1', 'campaign.step1.text'],
  ['receipt', 'campaign.step2', 'campaign.step2.text'],
  ['ticket', 'campaign.step3', 'campaign.step3.text'],
] as const

export function Steps() {
  const { t } = useText()
  return (
    <section>
      <h2 className={css.title}>{t('home.how')}</h2>
      <ol className={css.steps}>
        {steps.map(([icon, title, text]) => (
          <li key={title}>
            <span className={css.disc}>
              <Icon name={icon} size={26} />
            </span>
            <div>
              <b>{t(title)}</b>
              <p>{t(text)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
