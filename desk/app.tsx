import { Center, Loader } from '@mantine/core'
import { useMe } from './api/use-desk.ts'
import { Invitation } from './pages/invitation.tsx'
import { SignIn } from './pages/sign-in.tsx'
import { Shell } from './shell.tsx'
import { useTexts } from './texts/use-texts.tsx'
import { Failure } from './ui/failure.tsx'

export function App() {
  const { t } = useTexts()
  const me = useMe()
  if (location.pathname === '/invitation') return <Invitation />
  if (me.isPending)
    return (
      <Center h="100dvh">
        <Loader role="status" aria-label={t('desk.loading')} />
      </Center>
    )
  if (me.isLoadingError)
    return (
      <Center h="100dvh" p="md">
        <Failure error={me.error} retry={() => void me.refetch()} />
      </Center>
    )
  return me.data ? <Shell me={me.data} /> : <SignIn />
}
