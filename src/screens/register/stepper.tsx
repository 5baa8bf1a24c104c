import { accountTexts } from '#src/i18n/th/account.ts'
import { Icon } from '#src/ui/icon.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './register.module.css'

const names = ['register.step1', 'register.step2', 'register.step3'] as const

export function Stepper({ step }: { step: 1 | 2 | 3 }) {
  const { t } = useText(accountTexts)
  return (
    <div>
      <p className="only-read" role="status">
        {t('register.steps', { step })}
      </p>
      <ol className={css.stepper}>
        {names.map((name, index) => (
          <li
            key={name}
            className={index + 1 < step ? css.past : index + 1 === step ? css.now : undefined}
            aria-current={index + 1 === step ? 'step' : undefined}
          >
            <span>{index + 1 < step || step === 3 ? <Icon name="check" size={16} /> : index + 1}</span>
            {t(name)}
          </li>
        ))}
      </ol>
    </div>
  )
}
