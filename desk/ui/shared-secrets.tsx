import { Stack, Text, TextInput } from '@mantine/core'
import { shownCode } from '#contract/desk/invitation-code.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { CopyLink } from './copy-link.tsx'
import { Dialog } from './dialog.tsx'

export type Invitation = { readonly name: string; readonly token: string; readonly expiresAt: number }

type LinkProps = {
  readonly invitation: Invitation
  /** True if the person also needs a code that another manager has. */
  readonly hasCode?: boolean
  readonly close: () => void
}

/** The invitation's link cannot be shown again. */
export function InvitationLink({ invitation, hasCode = false, close }: LinkProps) {
  const { t, time } = useTexts()
  const { name, token, expiresAt } = invitation
  const title = t('people.link', { name })
  return (
    <Dialog title={title} close={close}>
      <Stack>
        <Text>{t(hasCode ? 'people.link.two' : 'people.link.text', { name, time: time(expiresAt) })}</Text>
        <CopyLink label={title} address={`${location.origin}/invitation#${token}`} />
      </Stack>
    </Dialog>
  )
}

type CodeProps = { readonly name: string; readonly code: string; readonly close: () => void }

/**
 * A manager's invitation code cannot be shown again. There is no copy button, because the code should be told in
 * person, not sent.
 */
export function InvitationCode({ name, code, close }: CodeProps) {
  const { t } = useTexts()
  const title = t('people.code', { name })
  return (
    <Dialog title={title} close={close}>
      <Stack>
        <Text>{t('people.code.text', { name })}</Text>
        <TextInput readOnly aria-label={title} value={shownCode(code)} size="xl" className="code" />
      </Stack>
    </Dialog>
  )
}
