import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './register.module.css'

export function LineIdentity() {
  const { session } = useApp()
  const { t } = useText(accountTexts)
  const profile = session.profile.value
  if (profile === null) return null
  return (
    <div className={css.identity}>
      <Avatar url={profile.pictureUrl} size={48} />
      <div className={css.name}>
        <p>{t('register.identity')}</p>
        <b>
          <bdi>{profile.displayName}</bdi>
        </b>
      </div>
    </div>
  )
}
