import { Alert, Button, Group, Text } from '@mantine/core'
import { CallError } from '../api/call.ts'
import { PasskeyError } from '../api/passkey-error.ts'
import { type TextKey, th } from '../texts/th.ts'
import { useTexts } from '../texts/use-texts.tsx'

type Props = { readonly error: unknown; readonly retry?: () => void }

export function Failure({ error, retry }: Props) {
  const { t } = useTexts()
  return (
    <Alert color="red" role="alert">
      <Group justify="space-between">
        <Text size="sm">{useFailureText()(error)}</Text>
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            {t('desk.try-again')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

function refusalKey({ code, detail }: CallError): TextKey | null {
  const key = `refused.${detail}`
  return code === 'REFUSED' && key in th ? (key as TextKey) : null
}

function useFailureText(): (error: unknown) => string {
  const { t, time } = useTexts()
  const shown = ({ time: at, state, ...others }: CallError['values']) => ({
    ...others,
    ...(typeof at === 'number' ? { time: time(at) } : {}),
    ...(state === undefined ? {} : { state: t(`draw.now.${state}` as TextKey) }),
  })
  return error => {
    if (error instanceof PasskeyError) return t(`passkey.${error.problem}`, { host: error.host })
    if (!(error instanceof CallError)) return t('error.UNEXPECTED')
    const known = `error.${error.code}` as const
    // A newer server may return codes that this page does not know.
    const key = refusalKey(error) ?? (known in th ? known : 'error.UNEXPECTED')
    return t(key, { ...shown(error.values), detail: error.detail ?? '', requestId: error.requestId ?? '' })
  }
}
