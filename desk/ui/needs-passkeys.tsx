import { Alert, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { canUsePasskeys } from '../api/passkey-error.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { CopyLink } from './copy-link.tsx'

/** Recommends another browser if this one does not support passkeys. */
export function NeedsPasskeys({ children }: { readonly children: ReactNode }) {
  const { t } = useTexts()
  if (canUsePasskeys()) return children
  return (
    <Alert color="yellow" role="alert">
      <Stack>
        <Text size="sm">{t('passkey.OTHER_BROWSER')}</Text>
        <CopyLink label={t('passkey.address')} address={location.href} />
      </Stack>
    </Alert>
  )
}
