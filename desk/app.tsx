import { Center } from '@mantine/core'
import { useMe } from './api/use-desk.ts'
import { Invitation } from './pages/invitation.tsx'
import { SignIn } from './pages/sign-in.tsx'
import { Shell } from './shell.tsx'
import { Reading } from './ui/reading.tsx'

export function App() {
  const me = useMe()
  if (location.pathname === '/invitation') return <Invitation />
  if (me.data === undefined)
    return (
      <Center h="100dvh" p="md">
        <Reading of={me}>{() => null}</Reading>
      </Center>
    )
  return me.data ? <Shell me={me.data} /> : <SignIn />
}
