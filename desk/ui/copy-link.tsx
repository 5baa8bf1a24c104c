import { Button, CopyButton, TextInput } from '@mantine/core'
import { useTexts } from '../texts/use-texts.tsx'

/** The address is shown as well, so that it can be copied by hand. */
export function CopyLink({ label, address }: { readonly label: string; readonly address: string }) {
  const { t } = useTexts()
  return (
    <>
      <TextInput readOnly aria-label={label} value={address} />
      <CopyButton value={address}>
        {({ copied, copy }) => <Button onClick={copy}>{t(copied ? 'link.copied' : 'link.copy')}</Button>}
      </CopyButton>
    </>
  )
}
